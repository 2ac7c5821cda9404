#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "read/arrow/arrow_rows.hpp"
#include "read/arrow/table_columns.hpp"
#include "read/arrow/table_file.hpp"
#include "read/arrow/table_reading.hpp"
#include "read/formats.hpp"
#include "read/reader.hpp"

namespace cento {

int recognise_arrow(std::string_view head);
int recognise_parquet(std::string_view head);
std::unique_ptr<Reader> make_table_reader(const ReadOptions& options);

namespace {

constexpr std::uint64_t kAheadShare = 32;  // of the reader's memory is for groups that are read ahead
constexpr std::uint64_t kAheadBytesMost = std::uint64_t{1} << 26;

/// Parquet and Arrow files. cut() only says which rows are next; parse() reads them.
class TableReader : public Reader {
 public:
  explicit TableReader(const ReadOptions& options) : Reader(options) {}

  bool cut(Input& in, DocumentBatch& batch) override;
  void parse(DocumentBatch& batch) const override;

 private:
  void open(Input& in);

  bool is_opened_ = false;
  std::unique_ptr<TableFile> file_;
  std::unique_ptr<ArrowRows> rows_;
  std::unique_ptr<TableReading> reading_;  // null: the file cannot be read
  std::size_t next_ = 0;                   // piece
};

bool TableReader::cut(Input& in, DocumentBatch& batch) {
  if (!is_opened_) {
    is_opened_ = true;
    try {
      open(in);
    } catch (const UsageError&) {
      throw;
    } catch (const Error& error) {
      batch.reject_file({in.file()}, error.what());
      return true;
    }
  }
  if (reading_ == nullptr || next_ == reading_->pieces().size()) return false;
  const TablePiece& piece = reading_->pieces()[next_++];
  batch.block.place = {in.file(), Place::kUnknown, Place::kUnknown, piece.first_row + 1};
  batch.block.parsed_bytes = piece.bytes;
  if (!file_->is_copy()) {
    const double share = static_cast<double>(piece.rows) / static_cast<double>(file_->rows());
    batch.block.stored_bytes = static_cast<std::uint64_t>(static_cast<double>(file_->size_bytes()) * share);
  }
  return true;
}

void TableReader::open(Input& in) {
  file_ = std::make_unique<TableFile>(in, options());
  OwnedArrowSchema table;
  file_->schema(table.value);
  TableColumns columns = choose_table_columns(table.value, options(), in.file());
  OwnedArrowSchema read;
  file_->schema(columns.paths, read.value);
  rows_ = std::make_unique<ArrowRows>(read.value, std::move(columns.rows));
  std::vector<TablePiece> pieces = cut_table(*file_, options().groups, columns.paths, kBlockBytes);
  reading_ = std::make_unique<TableReading>(*file_, std::move(columns.paths), std::move(pieces),
                                            std::min(options().memory_bytes / kAheadShare, kAheadBytesMost));
}

void TableReader::parse(DocumentBatch& batch) const {
  if (batch.block.place.row == Place::kUnknown) return;  // a file that cannot be read
  std::uint64_t first = batch.block.place.row - 1;
  const std::vector<TablePiece>& pieces = reading_->pieces();
  const auto piece = std::lower_bound(pieces.begin(), pieces.end(), first,
                                      [](const TablePiece& one, std::uint64_t row) { return one.first_row < row; });
  for (TableReading::Rows& rows : reading_->take(static_cast<std::size_t>(piece - pieces.begin()))) {
    const std::uint64_t end = first + static_cast<std::uint64_t>(rows.count);
    if (rows.batch == nullptr) {
      batch.reject_file({batch.block.place.file, Place::kUnknown, Place::kUnknown, first + 1},
                        fmt::format("{}; rows {} to {} are lost", rows.problem, first + 1, end));
    } else {
      rows_->of(rows.batch->value).add(0, rows.count, first, batch);
      batch.tables.push_back(std::move(rows.batch));
    }
    first = end;
  }
}

std::uint32_t number_at(std::string_view head, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, head.data() + at, sizeof(number));
  return number;
}

/// Whether it begins with a message of the Arrow IPC stream format: a mark, the size of the metadata, which is a
/// multiple of 8, and a first offset inside it.
bool is_arrow_stream(std::string_view head) {
  constexpr std::uint32_t kMark = 0xFFFFFFFF;
  constexpr std::uint32_t kMetadataMost = 1U << 26;
  if (head.size() < 12 || number_at(head, 0) != kMark) return false;
  const std::uint32_t size = number_at(head, 4);
  return size != 0 && size % 8 == 0 && size < kMetadataMost && number_at(head, 8) < size;
}

}  // namespace

int recognise_parquet(std::string_view head) {
  return head.starts_with("PAR1") || head.starts_with("PARE") ? 2 : 0;
}

int recognise_arrow(std::string_view head) {
  return head.starts_with("ARROW1") || head.starts_with("FEA1") || is_arrow_stream(head) ? 2 : 0;
}

std::unique_ptr<Reader> make_table_reader(const ReadOptions& options) {
  return std::make_unique<TableReader>(options);
}

}  // namespace cento
