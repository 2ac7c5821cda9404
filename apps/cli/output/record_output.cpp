#include "output/record_output.hpp"

namespace cento::cli {

RecordForm checked_form(const std::string& output, std::span<const RecordForm> forms) {
  const RecordForm form = form_of(output, forms);
  check_can_write(form, output);
  return form;
}

std::unique_ptr<RecordFile> optional_file(const std::string& name, RecordForm form, std::span<const ColumnField> fields,
                                          const Job& job) {
  if (name.empty()) return nullptr;
  return std::make_unique<RecordFile>(name, form, fields, job.memory().part(kRecordTable));
}

}  // namespace cento::cli
