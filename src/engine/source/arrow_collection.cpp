#include "engine/source/arrow_collection.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/parallel/executor.hpp"
#include "core/parallel/in_order.hpp"
#include "engine/source/memory_collection.hpp"
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

/// A record batch and its rows; released when the last batch of documents made of it is.
struct RecordBatch {
  OwnedArrowArray owned;
  std::optional<AnyRowsBatch> rows;

  [[nodiscard]] std::int64_t length() const { return owned.value.length; }
  [[nodiscard]] std::uint64_t text_bytes(std::int64_t row) const {
    return std::visit([&](const auto& batch) { return batch.text_bytes(row); }, *rows);
  }
};

}  // namespace

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

/// Cuts the record batches of the stream into pieces, one after the other. Making a record batch may take long (of
/// objects of Python, say), so one thread does it while the others still have pieces.
class ArrowCollection::StreamReading {
 public:
  StreamReading(ArrowStream& stream, const ArrowColumns& columns) : stream_(stream), rows_(rows_of(stream, columns)) {}

  /// Some rows of a record batch.
  struct Piece {
    std::size_t number = 0;  // of all pieces
    std::shared_ptr<const RecordBatch> records;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint64_t first = 0;  // the stream's number of the record batch's first row
  };

  /// The next piece; empty at the end. Any thread may ask.
  std::optional<Piece> next() {
    constexpr std::size_t kFewPieces = 4;
    std::unique_lock lock(mutex_);
    while (true) {
      if (!is_reading_ && !has_ended_ && ready_.size() < kFewPieces) {
        read_more(lock);
      } else if (!ready_.empty()) {
        Piece piece = std::move(ready_.front());
        ready_.pop_front();
        return piece;
      } else if (has_ended_) {
        return std::nullopt;
      } else {
        changed_.wait(lock);
      }
    }
  }

  static void fill(const Piece& piece, DocumentBatch& batch) {
    batch.number = piece.number;
    std::visit([&](const auto& rows) { rows.add(piece.begin, piece.end, piece.first, batch); }, *piece.records->rows);
  }

 private:
  static AnyRows rows_of(ArrowStream& stream, const ArrowColumns& columns) {
    OwnedArrowSchema schema;
    stream.begin(schema.value);
    if (!columns.json.empty()) return JsonRows(schema.value, columns.json, json_row_options(columns));
    return ArrowRows(schema.value, row_options(columns));
  }

  /// Makes pieces of the next record batch, without the lock meanwhile.
  void read_more(std::unique_lock<std::mutex>& lock) {
    is_reading_ = true;
    lock.unlock();
    auto records = std::make_shared<RecordBatch>();
    std::vector<Piece> pieces;
    bool was_last = true;
    std::exception_ptr problem;
    try {
      was_last = !stream_.next(records->owned.value);
      if (!was_last) pieces = cut(records);
    } catch (...) {
      problem = std::current_exception();
    }
    lock.lock();
    is_reading_ = false;
    has_ended_ = was_last || problem != nullptr;
    std::move(pieces.begin(), pieces.end(), std::back_inserter(ready_));
    changed_.notify_all();
    if (problem != nullptr) std::rethrow_exception(problem);
  }

  /// By the one thread that reads.
  std::vector<Piece> cut(const std::shared_ptr<RecordBatch>& records) {
    records->rows.emplace(rows_in(rows_, records->owned.value));
    std::vector<Piece> pieces;
    for (std::int64_t row = 0; row < records->length();) {
      Piece& piece = pieces.emplace_back(Piece{pieces_++, records, row, row, first_});
      for (std::uint64_t bytes = 0; piece.end < records->length() && bytes < kBatchBytes; ++piece.end) {
        bytes += records->text_bytes(piece.end) + 1;
      }
      row = piece.end;
    }
    first_ += static_cast<std::uint64_t>(records->length());
    return pieces;
  }

  ArrowStream& stream_;
  AnyRows rows_;
  std::uint64_t first_ = 0;  // the next row's number in the stream
  std::size_t pieces_ = 0;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::deque<Piece> ready_;
  bool is_reading_ = false;
  bool has_ended_ = false;
};

/// Reads what was kept of an earlier reading.
class ArrowCollection::SpoolReading {
 public:
  struct Piece {
    std::size_t number = 0;
    std::string packed;
  };

  explicit SpoolReading(const ByteSpool& spool) : spool_(spool) {}

  std::optional<Piece> next() {
    const std::lock_guard lock(mutex_);
    if (at_ == spool_.size()) return std::nullopt;
    std::uint64_t size = 0;
    static_cast<void>(spool_.read(at_, reinterpret_cast<char*>(&size), sizeof(size)));
    Piece piece{pieces_++, std::string(size, '\0')};
    static_cast<void>(spool_.read(at_ + sizeof(size), piece.packed.data(), size));
    at_ += sizeof(size) + size;
    return piece;
  }

  static void fill(const Piece& piece, DocumentBatch& batch) {
    batch.number = piece.number;
    unpack(piece.packed, batch);
  }

 private:
  const ByteSpool& spool_;
  std::mutex mutex_;
  std::uint64_t at_ = 0;
  std::size_t pieces_ = 0;
};

namespace {

/// Fills batches from `reading` on all threads, and hands them on in order; `keep(batch)` gets each before that.
template <typename Reading, typename Keep>
void read_pieces(Reading& reading, std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step,
                 const Keep& keep) {
  using Piece = typename Reading::Piece;
  const auto pool = std::make_shared<BytePool>();
  InOrder<WorkedBatch<Piece>> batches(waiting_batches(threads, progress));
  const auto take = [&](WorkedBatch<Piece> worked) {
    keep(*worked.batch);
    take_batch(*worked.batch, *worked.made, reporter, progress, step);
  };
  run_on_threads(threads, [&](std::size_t) {
    bool goes_on = true;
    while (goes_on) {
      std::optional<Piece> piece = reading.next();
      if (!piece) return;
      const std::size_t number = piece->number;
      const auto make = [&] {
        WorkedBatch<Piece> worked{*std::move(piece), std::make_unique<DocumentBatch>(pool)};
        reading.fill(worked.piece, *worked.batch);
        worked.made = step.work(*worked.batch);
        return worked;
      };
      goes_on = batches.run(number, make, take);
    }
  });
}

}  // namespace

ArrowCollection::ArrowCollection(std::shared_ptr<ArrowStream> stream, ArrowColumns columns)
    : stream_(std::move(stream)), columns_(std::move(columns)) {}

ArrowCollection::~ArrowCollection() = default;

void ArrowCollection::keep(const MemoryPart& memory, const std::string& temp_dir) {
  if (spool_ == nullptr) spool_ = std::make_unique<ByteSpool>(memory, temp_dir);
}

void ArrowCollection::read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const {
  if (was_read_ && spool_ != nullptr) {
    SpoolReading reading(*spool_);
    read_pieces(reading, threads, reporter, progress, step, [](const DocumentBatch&) {});
    return;
  }
  was_read_ = true;
  StreamReading reading(*stream_, columns_);
  read_pieces(reading, threads, reporter, progress, step, [&](const DocumentBatch& batch) {
    if (spool_ == nullptr) return;
    const std::string packed = pack(batch);
    std::string size;
    append_number(size, packed.size());
    spool_->append(size);
    spool_->append(packed);
  });
}

}  // namespace cento
