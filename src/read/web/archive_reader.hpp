#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "read/reader.hpp"
#include "read/web/web_capture.hpp"

namespace cento {

inline constexpr std::uint64_t kMostPayloadBytes = std::uint64_t{1}
                                                   << 60;  // a larger number is a mistake, not a length

/// What the beginning of an archive's record says about it.
struct ArchiveHead {
  std::size_t header_bytes = 0;     // the payload starts after them
  std::uint64_t payload_bytes = 0;  // as declared
  CaptureOutlook outlook;           // what to expect of the payload
  bool is_complete = true;          // false: the header continues after the given bytes
  std::string problem;              // why the record cannot be used, one sentence; empty when it can
};

/// What WARC and ARC have in common: a sequence of records, each with a header that gives the payload's length. Cuts
/// them, skips those without a document without copying them, and finds the next record after damaged input.
class ArchiveReader : public Reader {
 public:
  using Reader::Reader;

  bool cut(Input& in, DocumentBatch& batch) final;
  void parse(DocumentBatch& batch) const final;

 protected:
  /// Whether a record begins with these bytes; they may end inside it.
  [[nodiscard]] virtual bool starts_record(std::string_view bytes) const = 0;

  /// Reads the header at the beginning of `window`, where starts_record() holds, and as much of the payload as is
  /// there.
  [[nodiscard]] virtual ArchiveHead read_head(std::string_view window) const = 0;

  /// Whether these bytes begin with what separates records and is rare inside them.
  [[nodiscard]] virtual bool starts_with_separator(std::string_view bytes) const = 0;

  /// Where in `window` a record certainly begins, other than at its first byte; npos when there is none.
  [[nodiscard]] virtual std::size_t find_record(std::string_view window) const = 0;

  /// The capture in a whole record. Ids may be stored in the arena.
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
