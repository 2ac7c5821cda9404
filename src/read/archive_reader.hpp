#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "read/reader.hpp"
#include "read/web_capture.hpp"

namespace cento {

/// What the beginning of an archive's record says about it.
struct ArchiveHead {
  std::size_t header_bytes = 0;     // the payload starts behind them
  std::uint64_t payload_bytes = 0;  // as declared
  CaptureOutlook outlook;           // what can be expected of the payload
  bool is_complete = true;          // false: the header goes on behind the bytes that were given
  std::string problem;              // why the record cannot be used, one sentence; empty when it can
};

/// What WARC and ARC have in common: records of a header that tells the payload's length, one after the other. Cuts
/// them, passes over those that give no document without copying them, and finds the next record where the input is
/// damaged.
class ArchiveReader : public Reader {
 public:
  using Reader::Reader;

  bool cut(Input& in, DocumentBatch& batch) final;
  void parse(DocumentBatch& batch) const final;

 protected:
  /// Whether a record begins with these bytes; they may stop short in it.
  [[nodiscard]] virtual bool starts_record(std::string_view bytes) const = 0;

  /// Reads the header at the beginning of `window`, where starts_record() holds, and of the payload what is there of
  /// it.
  [[nodiscard]] virtual ArchiveHead read_head(std::string_view window) const = 0;

  /// Whether what stands between records, and hardly in them, stands at the beginning of these bytes.
  [[nodiscard]] virtual bool starts_with_separator(std::string_view bytes) const = 0;

  /// Where in `window` a record begins that is one beyond doubt, except at its very beginning; npos when there is none.
  [[nodiscard]] virtual std::size_t find_record(std::string_view window) const = 0;

  /// The capture in a whole record. Ids may be put into the arena.
  [[nodiscard]] virtual Capture read_capture(std::string_view record, Arena& arena) const = 0;

 private:
  struct Cut;

  std::size_t cut_record(Cut& cut);
  static std::size_t take_record(Cut& cut, const ArchiveHead& head);
  [[nodiscard]] ArchiveHead peek_head(Input& in) const;
  void skip_large(Cut& cut, const ArchiveHead& head) const;
  [[nodiscard]] bool has_wrong_length(Input& in, const ArchiveHead& head) const;
  void reject_wrong_length(Cut& cut, const ArchiveHead& head) const;
  void reject_to_next(Cut& cut, const std::string& reason) const;
  std::uint64_t skip_to_record(Input& in, std::uint64_t most_bytes) const;
  [[nodiscard]] std::uint64_t max_payload_bytes() const;

  std::uint64_t wrong_lengths_ = 0;  // records so far that did not end where they should
};

}  // namespace cento
