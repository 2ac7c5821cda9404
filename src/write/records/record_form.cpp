#include "write/records/record_form.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "read/arrow/arrow_files.hpp"

namespace cento {

namespace {

struct FormNames {
  RecordForm form;
  std::string_view name;
  std::array<std::string_view, 3> extensions;  // of outputs; the first is for files that we name
};

constexpr std::array kForms{
    FormNames{RecordForm::json_lines, "jsonl", {".jsonl"}},
    FormNames{RecordForm::tsv, "tsv", {".tsv", ".tsv.gz", ".tsv.zst"}},
    FormNames{RecordForm::parquet, "parquet", {".parquet", ".pq"}},
    FormNames{RecordForm::arrow, "arrow", {".arrow", ".feather"}},
    FormNames{RecordForm::arrow_stream, "arrows", {".arrows"}},
};

constexpr std::array kRecordForms{RecordForm::json_lines, RecordForm::parquet, RecordForm::arrow,
                                  RecordForm::arrow_stream};
constexpr std::array kPairForms{RecordForm::json_lines, RecordForm::tsv, RecordForm::parquet, RecordForm::arrow,
                                RecordForm::arrow_stream};

const FormNames& names_of(RecordForm form) {
  return *std::find_if(kForms.begin(), kForms.end(), [&](const FormNames& row) { return row.form == form; });
}

bool is_named_so(std::string_view output, RecordForm form) {
  const auto& extensions = names_of(form).extensions;
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](std::string_view end) { return !end.empty() && output.ends_with(end); });
}

}  // namespace

std::span<const RecordForm> record_forms() {
  return kRecordForms;
}

std::span<const RecordForm> pair_forms() {
  return kPairForms;
}

std::vector<std::string> names_of(std::span<const RecordForm> forms) {
  std::vector<std::string> names;
  for (const RecordForm form : forms) names.emplace_back(names_of(form).name);
  return names;
}

RecordForm form_named(std::string_view name) {
  const auto* const found =
      std::find_if(kForms.begin(), kForms.end(), [&](const FormNames& row) { return row.name == name; });
  return found == kForms.end() ? RecordForm::json_lines : found->form;
}

RecordForm form_of(std::string_view output, std::span<const RecordForm> forms) {
  const auto found =
      std::find_if(forms.begin(), forms.end(), [&](RecordForm form) { return is_named_so(output, form); });
  return found == forms.end() ? RecordForm::json_lines : *found;
}

std::string_view extension_of(RecordForm form) {
  return names_of(form).extensions.front();
}

bool is_table(RecordForm form) {
  return form == RecordForm::parquet || form == RecordForm::arrow || form == RecordForm::arrow_stream;
}

CentoArrowKind table_kind(RecordForm form) {
  if (form == RecordForm::arrow) return CentoArrowKind::file;
  return form == RecordForm::arrow_stream ? CentoArrowKind::stream : CentoArrowKind::parquet;
}

void check_can_write(RecordForm form, std::string_view what) {
  if (!is_table(form)) return;
  try {
    static_cast<void>(arrow_files());
  } catch (const Error& error) {
    throw UsageError(fmt::format("cannot write {}: {}", what, error.what()));
  }
}

}  // namespace cento
