#include "write/records/record_file.hpp"

#include <utility>

namespace cento {

namespace {

constexpr std::size_t kEnoughRows = 4096;
constexpr std::size_t kEnoughBytes = std::size_t{1} << 20;

}  // namespace

void RenderedRecords::clear() {
  lines_.clear();
  if (rows_) rows_.emplace(rows_->fields());
}

RecordFile::RecordFile(const std::string& name, RecordForm form, std::span<const ColumnField> fields,
                       const MemoryPart& memory)
    : form_(form),
      fields_(fields),
      file_(name, is_table(form) ? Compression::none : compression_of(name)),
      one_(form, fields),
      open_(std::make_shared<RecordColumns>(fields)) {
  if (!is_table(form)) return;
  table_.emplace(table_kind(form), fields, memory, [this](std::string_view bytes) { file_.write(bytes); });
}

bool RecordFile::is_full(const RecordColumns& rows) {
  return rows.rows() >= kEnoughRows || rows.bytes() >= kEnoughBytes;
}

void RecordFile::write(RenderedRecords& records) {
  if (records.rows()) {
    write_rows(*records.rows(), records.extends_last, records.ends_last);
  } else {
    file_.write(records.lines());
  }
}

void RecordFile::write_one() {
  write(one_);
  one_.clear();
}

void RecordFile::write_rows(RecordColumns& rows, bool extends_last, bool ends_last) {
  if (rows.rows() == 0) return;
  if (open_->rows() == 0 && ends_last && is_full(rows)) {
    return table_->add(std::make_shared<RecordColumns>(std::exchange(rows, RecordColumns(fields_))));
  }
  open_->append(rows, extends_last);
  if (ends_last && is_full(*open_)) hand_over();
}

void RecordFile::hand_over() {
  table_->add(std::exchange(open_, std::make_shared<RecordColumns>(fields_)));
}

void RecordFile::publish() {
  if (table_) {
    write_one();
    if (open_->rows() > 0) hand_over();
    table_->finish();
  }
  file_.publish();
}

}  // namespace cento
