#include "write/arrow/record_table_file.hpp"

#include <utility>

#include "read/arrow/arrow_files.hpp"

namespace cento {

namespace {

constexpr std::size_t kGroupRows = std::size_t{1} << 17;
constexpr std::uint64_t kGroupBytes = std::uint64_t{32} << 20;

}  // namespace

RecordTableFile::RecordTableFile(CentoArrowKind kind, std::span<const ColumnField> fields, const MemoryPart& memory,
                                 std::function<void(std::string_view)> write)
    : output_(std::move(write)), memory_(memory.at_most(kGroupBytes)) {
  ArrowSchema schema{};
  export_fields(fields, kind == CentoArrowKind::parquet ? IdsAs::dictionary : IdsAs::text, &schema);
  output_.call(arrow_files().begin_rows, kind, &schema, &PluginOutput::write, output_.handle(), &writer_);
}

RecordTableFile::~RecordTableFile() {
  if (writer_ != nullptr) arrow_files().end_writer(writer_);
}

void RecordTableFile::add(const RecordBatchPtr& rows) {
  std::size_t begin = 0;
  for (std::size_t row = 0; row < rows->rows(); ++row) {
    const std::size_t bytes = rows->bytes_of(row);
    memory_.use(bytes);
    group_bytes_ += bytes;
    if (++group_rows_ < kGroupRows && group_bytes_ < memory_.bytes()) continue;
    hand_over(rows, begin, row + 1);
    end_group();
    begin = row + 1;
  }
  if (begin < rows->rows()) hand_over(rows, begin, rows->rows());
}

void RecordTableFile::hand_over(const RecordBatchPtr& rows, std::size_t begin, std::size_t end) {
  ArrowArray array{};
  export_rows(rows, begin, end, &array);
  output_.call(arrow_files().add_rows, writer_, &array);
}

void RecordTableFile::end_group() {
  output_.call(arrow_files().end_group, writer_);
  memory_.free(group_bytes_);
  group_rows_ = 0;
  group_bytes_ = 0;
}

void RecordTableFile::finish() {
  end_group();
  output_.call(arrow_files().finish_rows, writer_);
}

}  // namespace cento
