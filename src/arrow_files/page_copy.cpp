#include "arrow_files/page_copy.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include <arrow/buffer.h>
#include <arrow/util/compression.h>
#include <parquet/column_writer.h>
#include <parquet/schema.h>

#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"

namespace cento::arrow_files {

namespace {

using parquet::ByteArray;
using parquet::Encoding;

std::vector<ByteArray> chosen_rows(std::vector<ByteArray> rows, const std::uint8_t* keeps) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (keeps[i] != 0) rows[kept++] = rows[i];
  }
  rows.resize(kept);
  return rows;
}

/// Replaces values by those without their cuts.
void cut_rows(std::vector<ByteArray>& rows, const PageChoice& choice, CutValues& cut_values) {
  for (Cuts left = choice.cuts; !left.empty();) {
    const std::int64_t row = left.front().row;
    const Cuts of_row = CutCursor(left).of(row);
    ByteArray& value = rows.at(static_cast<std::size_t>(row - choice.first));
    value = ByteArray(cut_values.add(std::string_view(value), of_row));
    left = left.subspan(of_row.size());
  }
}

/// Which rows have a value, as Parquet encodes it.
std::vector<std::uint8_t> levels_of(const std::vector<ByteArray>& rows) {
  std::vector<std::int16_t> levels(rows.size());
  std::transform(rows.begin(), rows.end(), levels.begin(),
                 [](const ByteArray& row) { return static_cast<std::int16_t>(row.ptr == nullptr ? 0 : 1); });
  const auto count = static_cast<int>(levels.size());
  std::vector<std::uint8_t> bytes(
      static_cast<std::size_t>(parquet::LevelEncoder::MaxBufferSize(Encoding::RLE, 1, count)));
  parquet::LevelEncoder encoder;
  encoder.Init(Encoding::RLE, 1, count, bytes.data(), static_cast<int>(bytes.size()));
  encoder.Encode(count, levels.data());
  bytes.resize(static_cast<std::size_t>(encoder.len()));
  return bytes;
}

/// Bytes that follow each other in a buffer.
class Appender {
 public:
  explicit Appender(std::uint8_t* at) : at_(at) {}

  void add(const void* bytes, std::size_t size) {
    if (size > 0) std::memcpy(at_, bytes, size);
    at_ += size;
  }
  void add_size(std::size_t size) {
    const auto stored = static_cast<std::uint32_t>(size);
    add(&stored, sizeof(stored));
  }

 private:
  std::uint8_t* at_;
};

/// A page before it is packed.
struct PlainPage {
  std::shared_ptr<arrow::Buffer> bytes;
  std::int64_t levels_size = 0;
};

PlainPage plain_page(const std::vector<ByteArray>& rows, bool has_levels, bool has_levels_size) {
  const std::vector<std::uint8_t> levels = has_levels ? levels_of(rows) : std::vector<std::uint8_t>();
  PlainPage page;
  page.levels_size = static_cast<std::int64_t>(levels.size());
  std::size_t size = levels.size() + (has_levels && has_levels_size ? sizeof(std::uint32_t) : 0);
  for (const ByteArray& row : rows) size += row.ptr == nullptr ? 0 : sizeof(std::uint32_t) + row.len;
  if (size > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw std::runtime_error("texts of a page are too large when they are written without a dictionary");
  }
  page.bytes = checked(arrow::AllocateBuffer(static_cast<std::int64_t>(size), reused_memory()));
  Appender out(page.bytes->mutable_data());
  if (has_levels && has_levels_size) out.add_size(levels.size());
  out.add(levels.data(), levels.size());
  for (const ByteArray& row : rows) {
    if (row.ptr == nullptr) continue;
    out.add_size(row.len);
    out.add(row.ptr, row.len);
  }
  return page;
}

/// The first `head` bytes stay as they are.
std::shared_ptr<arrow::Buffer> packed(const arrow::Buffer& bytes, std::int64_t head,
                                      parquet::Compression::type compression) {
  const auto codec = parquet::GetCodec(compression);
  const std::int64_t size = bytes.size() - head;
  const std::int64_t most = codec->MaxCompressedLen(size, bytes.data() + head);
  // What is kept until the group is written shall not occupy a block that could serve for the next page.
  const auto room = checked(arrow::AllocateBuffer(most, reused_memory()));
  const std::int64_t got = checked(codec->Compress(size, bytes.data() + head, most, room->mutable_data()));
  std::shared_ptr<arrow::Buffer> out = checked(arrow::AllocateBuffer(head + got));
  std::memcpy(out->mutable_data(), bytes.data(), static_cast<std::size_t>(head));
  std::memcpy(out->mutable_data() + head, room->data(), static_cast<std::size_t>(got));
  return out;
}

}  // namespace

std::shared_ptr<parquet::DataPage> copy_page(const ColumnPages& column, const std::shared_ptr<parquet::DataPage>& page,
                                             const PageChoice& choice, bool has_nulls, std::int64_t& nulls) {
  const std::uint8_t* keeps = choice.keeps;
  const std::int64_t kept =
      std::count_if(keeps, keeps + page->num_values(), [](std::uint8_t keep) { return keep != 0; });
  if (kept == 0) return nullptr;
  const bool is_whole = kept == page->num_values() && choice.cuts.empty();
  if (is_whole && page->encoding() == Encoding::PLAIN && !has_nulls) return page;
  PageValues values = column.unpack(*page);
  CutValues cut_values;
  cut_rows(values.rows, choice, cut_values);
  const std::vector<ByteArray> rows = chosen_rows(std::move(values.rows), keeps);
  const auto empty = static_cast<std::int32_t>(
      std::count_if(rows.begin(), rows.end(), [](const ByteArray& row) { return row.ptr == nullptr; }));
  nulls += empty;
  const auto* second = dynamic_cast<const parquet::DataPageV2*>(page.get());
  const PlainPage plain = plain_page(rows, column.descriptor().max_definition_level() > 0, second == nullptr);
  values.bytes.reset();
  const bool is_packed = column.compression() != parquet::Compression::UNCOMPRESSED;
  const auto size = static_cast<std::int32_t>(rows.size());
  const auto levels_size = static_cast<std::int32_t>(plain.levels_size);
  const std::shared_ptr<arrow::Buffer> bytes =
      is_packed ? packed(*plain.bytes, second == nullptr ? 0 : levels_size, column.compression()) : plain.bytes;
  if (second == nullptr) {
    return std::make_shared<parquet::DataPageV1>(bytes, size, Encoding::PLAIN, Encoding::RLE, Encoding::RLE,
                                                 plain.bytes->size());
  }
  return std::make_shared<parquet::DataPageV2>(bytes, size, empty, size, Encoding::PLAIN, levels_size, 0,
                                               plain.bytes->size(), is_packed);
}

}  // namespace cento::arrow_files
