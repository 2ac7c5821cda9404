#include "arrow_files/column_pages.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <stdexcept>

#include <arrow/util/compression.h>
#include <parquet/encoding.h>
#include <parquet/properties.h>
#include <parquet/schema.h>

#include "arrow_files/column_bytes.hpp"
#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"
#include "arrow_files/snappy.hpp"

namespace cento::arrow_files {

namespace {

using Bytes = std::span<const std::uint8_t>;

/// The first byte of the column: its dictionary comes before its other pages. Some writers give 0 when there is none.
std::int64_t first_byte(const parquet::ColumnChunkMetaData& column) {
  const std::int64_t dictionary = column.has_dictionary_page() ? column.dictionary_page_offset() : 0;
  return dictionary > 0 ? std::min(dictionary, column.data_page_offset()) : column.data_page_offset();
}

void unpack_bytes(Bytes packed, std::span<std::uint8_t> out, parquet::Compression::type compression) {
  if (compression == parquet::Compression::SNAPPY) {
    if (!unpack_snappy(packed, out)) throw std::runtime_error("a page that Snappy packed is damaged");
    return;
  }
  const auto codec = parquet::GetCodec(compression);
  const auto size = static_cast<std::int64_t>(out.size());
  const std::int64_t got =
      checked(codec->Decompress(static_cast<std::int64_t>(packed.size()), packed.data(), size, out.data()));
  if (got != size) throw std::runtime_error("a page has another size than it says");
}

/// Strings that follow their lengths.
void read_plain(Bytes bytes, std::span<parquet::ByteArray> values) {
  for (parquet::ByteArray& value : values) {
    std::uint32_t size = 0;
    if (bytes.size() < sizeof(size)) throw std::runtime_error("a page ends inside a value");
    std::memcpy(&size, bytes.data(), sizeof(size));
    bytes = bytes.subspan(sizeof(size));
    if (bytes.size() < size) throw std::runtime_error("a page ends inside a value");
    value = parquet::ByteArray(size, bytes.data());
    bytes = bytes.subspan(size);
  }
}

void read_by_dictionary(Bytes bytes, const std::vector<parquet::ByteArray>& dictionary,
                        std::span<parquet::ByteArray> values) {
  const auto decoder = parquet::MakeDictDecoder<parquet::ByteArrayType>(nullptr, reused_memory());
  const auto count = static_cast<int>(values.size());
  decoder->SetData(count, bytes.data(), static_cast<int>(bytes.size()));
  std::vector<std::int32_t> indices(values.size());
  if (decoder->DecodeIndices(count, indices.data()) != count) throw std::runtime_error("a page has too few values");
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto index = static_cast<std::uint32_t>(indices[i]);
    if (index >= dictionary.size()) throw std::runtime_error("a value is not in the dictionary of its column");
    values[i] = dictionary[index];
  }
}

/// Moves the values, which come first, to the rows that have one.
void spread(const std::vector<std::int16_t>& levels, std::size_t values, std::vector<parquet::ByteArray>& rows) {
  for (std::size_t row = rows.size(); row-- > 0;) {
    rows[row] = levels[row] == 0 ? parquet::ByteArray(0, nullptr) : rows[--values];
  }
}

}  // namespace

/// What a page consists of, unpacked.
struct ColumnPages::Sections {
  std::shared_ptr<arrow::Buffer> bytes;
  Bytes values = {};
  std::vector<std::int16_t> levels = {};  // 1 for each row with a value; empty: all have one
};

ColumnPages::ColumnPages(const FileBytes& file, const parquet::FileMetaData& metadata, int group, int leaf)
    : descriptor_(*metadata.schema()->Column(leaf)) {
  const auto row_group = metadata.RowGroup(group);
  const auto column = row_group->ColumnChunk(leaf);
  compression_ = column->compression();
  open_ = [this, file, first = first_byte(*column), size = column->total_compressed_size(),
           values = column->num_values()](parquet::Compression::type compression) {
    return parquet::PageReader::Open(column_bytes(file, first, size), values, compression,
                                     parquet::ReaderProperties(reused_memory()), descriptor_);
  };
  pages_ = open_(parquet::Compression::UNCOMPRESSED);
}

bool ColumnPages::can_read(const parquet::ColumnChunkMetaData& column, const parquet::ColumnDescriptor& descriptor) {
  if (descriptor.physical_type() != parquet::Type::BYTE_ARRAY || descriptor.max_repetition_level() > 0 ||
      descriptor.max_definition_level() > 1 || column.crypto_metadata() != nullptr) {
    return false;
  }
  return std::all_of(column.encodings().begin(), column.encodings().end(), [](parquet::Encoding::type encoding) {
    return encoding == parquet::Encoding::PLAIN || encoding == parquet::Encoding::RLE || is_dictionary(encoding);
  });
}

std::shared_ptr<parquet::DataPage> ColumnPages::next() {
  while (const std::shared_ptr<parquet::Page> page = pages_->NextPage()) {
    if (page->type() == parquet::PageType::DICTIONARY_PAGE) {
      read_dictionary();
    } else if (auto data = std::dynamic_pointer_cast<parquet::DataPage>(page)) {
      if (data->num_values() < 0) throw std::runtime_error("a page has sizes that cannot be");
      return data;
    }
  }
  return nullptr;
}

/// By a reader that unpacks: a page without it does not say how large its dictionary becomes.
void ColumnPages::read_dictionary() {
  if (dictionary_bytes_ != nullptr) throw std::runtime_error("a column has two dictionaries");
  const std::shared_ptr<parquet::Page> page = open_(compression_)->NextPage();
  const auto& dictionary = dynamic_cast<const parquet::DictionaryPage&>(*page);
  dictionary_bytes_ = dictionary.buffer();
  dictionary_.resize(static_cast<std::size_t>(std::max(dictionary.num_values(), 0)));
  read_plain({dictionary_bytes_->data(), static_cast<std::size_t>(dictionary_bytes_->size())}, dictionary_);
}

/// The bytes of a page without compression; the first `head` are never compressed.
std::shared_ptr<arrow::Buffer> ColumnPages::unpacked(const parquet::DataPage& page, std::int64_t head) const {
  const std::int64_t size = page.uncompressed_size() - head;
  if (size < 0) throw std::runtime_error("a page has sizes that cannot be");
  std::shared_ptr<arrow::Buffer> bytes = checked(arrow::AllocateBuffer(page.uncompressed_size(), reused_memory()));
  std::memcpy(bytes->mutable_data(), page.data(), static_cast<std::size_t>(head));
  if (size == 0) return bytes;
  const Bytes packed(page.data() + head, static_cast<std::size_t>(page.size() - head));
  unpack_bytes(packed, {bytes->mutable_data() + head, static_cast<std::size_t>(size)}, compression_);
  return bytes;
}

ColumnPages::Sections ColumnPages::sections_of(const parquet::DataPage& page) const {
  const std::int32_t rows = page.num_values();
  const auto* second = dynamic_cast<const parquet::DataPageV2*>(&page);
  const std::int32_t head = second == nullptr ? 0 : second->definition_levels_byte_length();
  if (head < 0 || head > page.size() || (second != nullptr && second->repetition_levels_byte_length() != 0)) {
    throw std::runtime_error("a page has sizes that cannot be");
  }
  const bool is_packed =
      compression_ != parquet::Compression::UNCOMPRESSED && (second == nullptr || second->is_compressed());
  Sections sections{is_packed ? unpacked(page, head) : page.buffer()};
  sections.values = Bytes(sections.bytes->data(), static_cast<std::size_t>(sections.bytes->size()));
  std::int32_t levels_size = head;
  if (descriptor_.max_definition_level() > 0) {
    parquet::LevelDecoder levels;
    if (second == nullptr) {
      const auto encoding = dynamic_cast<const parquet::DataPageV1&>(page).definition_level_encoding();
      levels_size =
          levels.SetData(encoding, 1, rows, sections.values.data(), static_cast<std::int32_t>(sections.values.size()));
    } else {
      levels.SetDataV2(head, 1, rows, sections.values.data());
    }
    sections.levels.resize(static_cast<std::size_t>(rows));
    if (levels.Decode(rows, sections.levels.data()) != rows) throw std::runtime_error("a page has too few values");
  }
  sections.values = sections.values.subspan(static_cast<std::size_t>(levels_size));
  return sections;
}

PageValues ColumnPages::unpack(const parquet::DataPage& page) const {
  const Sections sections = sections_of(page);
  PageValues found{sections.bytes, std::vector<parquet::ByteArray>(static_cast<std::size_t>(page.num_values())),
                   is_dictionary(page.encoding())};
  std::size_t values = found.rows.size();
  if (!sections.levels.empty()) {
    values = static_cast<std::size_t>(std::count(sections.levels.begin(), sections.levels.end(), 1));
  }
  const std::span<parquet::ByteArray> first(found.rows.data(), values);
  if (found.are_in_dictionary) {
    read_by_dictionary(sections.values, dictionary_, first);
  } else if (page.encoding() == parquet::Encoding::PLAIN) {
    read_plain(sections.values, first);
  } else {
    throw std::runtime_error("a page has an encoding that its column does not name");
  }
  if (values != found.rows.size()) spread(sections.levels, values, found.rows);
  return found;
}

}  // namespace cento::arrow_files
