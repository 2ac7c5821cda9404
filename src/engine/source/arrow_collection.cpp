#include "engine/source/arrow_collection.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "engine/source/batch_pipeline.hpp"
#include "read/arrow/arrow_rows.hpp"
#include "read/arrow/json_rows.hpp"
#include "read/arrow/owned_arrow.hpp"

namespace cento {

namespace {

constexpr std::string_view kTable = "table";  // the place of rows, with their number
constexpr std::uint64_t kBatchBytes = std::uint64_t{1} << 18;

/// Documents of a batch as bytes, for the spool: lengths of 8 bytes, and the strings that have them.
void append_string(std::string& out, std::string_view text) {
  const std::uint64_t size = text.size();
  out.append(reinterpret_cast<const char*>(&size), sizeof(size));
  out += text;
}

void append_number(std::string& out, std::uint64_t number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

std::string pack(const DocumentBatch& batch) {
  std::string out;
  append_number(out, batch.rejected.size());
  append_number(out, batch.documents.size());
  for (const Document& document : batch.documents) {
    append_string(out, document.id);
    append_string(out, document.metadata);
    append_number(out, document.place.row);
    append_number(out, document.parts.size());
    for (const Part& part : document.parts) {
      append_string(out, part.name);
      append_string(out, part.text);
    }
  }
  return out;
}

/// Takes values off packed documents, which are our own.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_.data(), sizeof(value));
    bytes_.remove_prefix(sizeof(value));
    return value;
  }

  std::string_view string() {
    const std::uint64_t size = number();
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
  }

 private:
  std::string_view bytes_;
};

void unpack(std::string_view packed, DocumentBatch& batch) {
  Unpacker values(packed);
  std::vector<Part> parts;
  for (std::uint64_t left = values.number(); left > 0; --left) batch.reject({kTable}, "rejected before");
  for (std::uint64_t left = values.number(); left > 0; --left) {
    const std::string_view id = values.string();
    const std::string_view metadata = values.string();
    const std::uint64_t row = values.number();
    parts.clear();
    for (std::uint64_t more = values.number(); more > 0; --more) {
      const std::string_view name = values.string();
      parts.push_back({name, values.string()});
    }
    Document& document = batch.add(id, parts);
    document.metadata = metadata;
    document.place = {kTable, Place::kUnknown, Place::kUnknown, row};
  }
}

ArrowRowOptions row_options(const ArrowColumns& columns) {
  ArrowRowOptions options;
  options.has_metadata = columns.metadata;
  for (const std::string& name : columns.text) {
    options.texts.push_back({name, columns.text.size() == 1 ? "text" : name});
  }
  options.id = columns.id;
  options.file = kTable;
  return options;
}

JsonRowOptions json_row_options(const ArrowColumns& columns) {
  JsonRowOptions options;
  options.reading.text_fields = columns.text;
  options.reading.id_field = columns.id;
  options.id_is_required = columns.needs_ids;
  options.file = kTable;
  return options;
}

/// Rows of columns, or of one column of JSON objects.
using AnyRows = std::variant<ArrowRows, JsonRows>;
using AnyRowsBatch = std::variant<ArrowRows::Batch, JsonRows::Batch>;

AnyRowsBatch rows_in(const AnyRows& rows, const ArrowArray& array) {
  return std::visit([&](const auto& some) -> AnyRowsBatch { return some.of(array); }, rows);
}

}  // namespace

/// A record batch and its rows; released when the last batch of documents made of it is.
struct ArrowRecords {
  std::shared_ptr<const AnyRows> table;  // the rows refer to it
  OwnedArrowArray owned;
  std::optional<AnyRowsBatch> rows;

  [[nodiscard]] std::int64_t length() const { return owned.value.length; }
  [[nodiscard]] std::uint64_t text_bytes(std::int64_t row) const {
    return std::visit([&](const auto& batch) { return batch.text_bytes(row); }, *rows);
  }
};

ArrowStream::ArrowStream(ArrowArrayStream* stream) {
  if (stream == nullptr || stream->release == nullptr) throw UsageError("the Arrow stream was released already");
  stream_ = *stream;
  stream->release = nullptr;  // moved, as the specification says
}

ArrowStream::~ArrowStream() {
  if (stream_.release != nullptr) stream_.release(&stream_);
}

void ArrowStream::fail(const char* what) {
  const char* message = stream_.get_last_error(&stream_);
  throw Error(fmt::format("the Arrow stream cannot be read: {}", message == nullptr ? what : message));
}

void ArrowStream::begin(ArrowSchema& out) {
  if (was_begun_) throw Error("an Arrow stream can be read only once; make another for each job");
  was_begun_ = true;
  if (stream_.get_schema(&stream_, &out) != 0) fail("it has no schema");
}

bool ArrowStream::next(ArrowArray& out) {
  if (stream_.get_next(&stream_, &out) != 0) fail("there is no next batch");
  return out.release != nullptr;
}

namespace {

using ArrowRecordsPtr = std::shared_ptr<const ArrowRecords>;

/// Takes the record batches of a stream, and keeps them in `kept` unless that is null.
class StreamedBatches {
 public:
  StreamedBatches(ArrowStream& stream, const ArrowColumns& columns, std::vector<ArrowRecordsPtr>* kept)
      : stream_(stream), rows_(std::make_shared<AnyRows>(rows_of(stream, columns))), kept_(kept) {}

  /// Null at the end.
  ArrowRecordsPtr next() {
    auto records = std::make_shared<ArrowRecords>();
    if (!stream_.next(records->owned.value)) return nullptr;
    records->table = rows_;
    records->rows.emplace(rows_in(*rows_, records->owned.value));
    if (kept_ != nullptr) kept_->push_back(records);
    return records;
  }

 private:
  static AnyRows rows_of(ArrowStream& stream, const ArrowColumns& columns) {
    OwnedArrowSchema schema;
    stream.begin(schema.value);
    if (!columns.json.empty()) return JsonRows(schema.value, columns.json, json_row_options(columns));
    return ArrowRows(schema.value, row_options(columns));
  }

  ArrowStream& stream_;
  std::shared_ptr<const AnyRows> rows_;
  std::vector<ArrowRecordsPtr>* kept_;
};

/// Takes the record batches that were kept.
class KeptBatches {
 public:
  explicit KeptBatches(const std::vector<ArrowRecordsPtr>& batches) : batches_(batches) {}

  ArrowRecordsPtr next() { return next_ < batches_.size() ? batches_[next_++] : nullptr; }

 private:
  const std::vector<ArrowRecordsPtr>& batches_;
  std::size_t next_ = 0;
};

void append_to(ByteSpool& spool, const DocumentBatch& batch) {
  const std::string packed = pack(batch);
  std::string size;
  append_number(size, packed.size());
  spool.append(size);
  spool.append(packed);
}

/// Some rows of a record batch.
struct RowPiece {
  ArrowRecordsPtr records;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint64_t first = 0;  // the table's number of the record batch's first row
};

/// Cuts record batches into pieces. Their documents are kept in `spool`, unless it is null.
template <typename Batches>
class RowReading {
 public:
  using Piece = RowPiece;

  explicit RowReading(Batches batches, ByteSpool* spool = nullptr) : batches_(std::move(batches)), spool_(spool) {}

  /// The pieces of the next record batch.
  bool cut(std::vector<Piece>& out) {
    const ArrowRecordsPtr records = batches_.next();
    if (records == nullptr) return false;
    for (std::int64_t row = 0; row < records->length();) {
      Piece& piece = out.emplace_back(Piece{records, row, row, first_});
      for (std::uint64_t bytes = 0; piece.end < records->length() && bytes < kBatchBytes; ++piece.end) {
        bytes += records->text_bytes(piece.end) + 1;
      }
      row = piece.end;
    }
    first_ += static_cast<std::uint64_t>(records->length());
    return true;
  }

  static void fill(const Piece& piece, DocumentBatch& batch) {
    std::visit([&](const auto& rows) { rows.add(piece.begin, piece.end, piece.first, batch); }, *piece.records->rows);
  }

  void taken(const Piece& /*piece*/, const DocumentBatch& batch) {
    if (spool_ != nullptr) append_to(*spool_, batch);
  }

 private:
  Batches batches_;
  ByteSpool* spool_;
  std::uint64_t first_ = 0;  // the next row's number in the table
};

/// Reads what was kept of an earlier reading.
class SpoolReading {
 public:
  using Piece = std::string;  // packed

  explicit SpoolReading(const ByteSpool& spool) : spool_(spool) {}

  bool cut(std::vector<Piece>& out) {
    if (at_ == spool_.size()) return false;
    std::uint64_t size = 0;
    static_cast<void>(spool_.read(at_, reinterpret_cast<char*>(&size), sizeof(size)));
    std::string& packed = out.emplace_back(size, '\0');
    static_cast<void>(spool_.read(at_ + sizeof(size), packed.data(), size));
    at_ += sizeof(size) + size;
    return true;
  }

  static void fill(const Piece& packed, DocumentBatch& batch) { unpack(packed, batch); }
  void taken(const Piece& /*packed*/, const DocumentBatch& /*batch*/) {}

 private:
  const ByteSpool& spool_;
  std::uint64_t at_ = 0;
};

}  // namespace

ArrowCollection::ArrowCollection(std::shared_ptr<ArrowStream> stream, ArrowColumns columns, ArrowMemory memory)
    : stream_(std::move(stream)), columns_(std::move(columns)), memory_(memory) {}

ArrowCollection::~ArrowCollection() = default;

void ArrowCollection::keep(const MemoryPart& memory, const std::string& temp_dir) {
  is_kept_ = true;
  const bool is_copied = memory_ == ArrowMemory::of_stream;
  if (is_copied && spool_ == nullptr) spool_ = std::make_unique<ByteSpool>(memory, temp_dir);
}

void ArrowCollection::read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const {
  const auto run = [&](auto reading) { BatchPipeline(reading, reporter, progress, step).run(threads); };
  if (was_read_ && spool_ != nullptr) return run(SpoolReading(*spool_));
  if (was_read_ && is_kept_) return run(RowReading(KeptBatches(batches_)));
  was_read_ = true;
  auto* const kept = is_kept_ && spool_ == nullptr ? &batches_ : nullptr;
  run(RowReading(StreamedBatches(*stream_, columns_, kept), spool_.get()));
}

}  // namespace cento
