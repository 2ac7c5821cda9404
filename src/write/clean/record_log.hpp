#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/byte_range.hpp"
#include "core/spill/byte_spool.hpp"
#include "read/document.hpp"
#include "read/formats.hpp"

namespace cento {

/// Whether a document, by its number in reading order from 0, is to be left out.
using IsRemoved = std::function<bool(std::uint64_t)>;

/// A record of an input as stored in a RecordLog.
struct LoggedRecord {
  enum class Kind : std::uint8_t { document, bad, other, header, in_thread };

  ByteRange bytes;
  Kind kind = Kind::other;
  std::uint32_t thread = 0;  // of a document or a record in_thread; 0: none
};

/// What a RecordLog knows about one input.
struct LoggedFile {
  std::string_view name;  // the input's, at the same address
  const Format* format = nullptr;
  std::uint64_t first_document = 0;  // number of its first document
  std::uint64_t log_begin = 0;       // where its records are in the log
  std::uint64_t log_end = 0;
  bool is_damaged = false;                 // it could not be decompressed in full
  std::vector<std::uint64_t> bad_answers;  // begins of bad records in threads
};

/// The places of the records of all inputs, recorded while the collection is read, so that it can be copied without
/// some of them and without being parsed again. A few bytes per record, in memory up to a limit, then in a temporary
/// file.
class RecordLog {
 public:
  /// `temp_dir`: empty for the system's default.
  RecordLog(const MemoryPart& memory, std::string temp_dir) : spool_(memory, std::move(temp_dir)) {}

  /// Takes the batches of read_collection() in input order. The record of every document must be known.
  void note(const DocumentBatch& batch);

  /// In input order, those with at least one batch.
  [[nodiscard]] const std::vector<LoggedFile>& files() const { return files_; }
  [[nodiscard]] std::uint64_t documents() const { return documents_; }

 private:
  friend class RecordCursor;

  void begin_file(const DocumentBatch& batch);
  void collect(const DocumentBatch& batch);
  void collect_other(const OtherRecord& other);
  void append(const LoggedRecord& record);

  ByteSpool spool_;
  std::vector<LoggedFile> files_;
  std::uint64_t documents_ = 0;
  std::uint64_t last_end_ = 0;         // of the file's last record so far
  std::vector<LoggedRecord> records_;  // of the batch, in order
  std::string encoded_;                // the same as bytes
};

/// Iterates over the records of one file of a log, which must outlive it and not grow meanwhile.
class RecordCursor {
 public:
  RecordCursor(RecordLog& log, const LoggedFile& file)
      : spool_(log.spool_), next_(file.log_begin), end_(file.log_end), document_(file.first_document) {}

  /// The next record in the order of the input; false after the last.
  bool next(LoggedRecord& record);

  /// Number of the document that next() returned last.
  [[nodiscard]] std::uint64_t document() const { return document_ - 1; }

 private:
  std::uint64_t take_number();
  void refill();

  ByteSpool& spool_;
  std::uint64_t next_;  // to be read from the spool
  std::uint64_t end_;
  std::uint64_t document_;      // number of the next one
  std::uint64_t last_end_ = 0;  // of the record before
  std::string window_;
  std::size_t at_ = 0;
};

/// Which records of a file are left out of its copy: those of removed documents, with all that belongs to them, and bad
/// ones.
class RecordChoice {
 public:
  RecordChoice(RecordLog& log, const LoggedFile& file, const IsRemoved& is_removed);

  [[nodiscard]] bool leaves_out(const LoggedRecord& record, std::uint64_t document) const;

  /// Whether anything is left out, and whether that is everything: a file that is one document.
  [[nodiscard]] bool leaves_out_any() const { return leaves_out_any_; }
  [[nodiscard]] bool leaves_out_all() const { return leaves_out_all_; }

 private:
  const IsRemoved& is_removed_;
  std::vector<std::uint64_t> bad_answers_;      // sorted
  std::vector<std::uint32_t> removed_threads_;  // sorted
  bool leaves_out_any_ = false;
  bool leaves_out_all_ = false;
};

}  // namespace cento
