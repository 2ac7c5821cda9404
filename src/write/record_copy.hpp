#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/atomic_file.hpp"
#include "read/input.hpp"
#include "write/raw_cuts.hpp"
#include "write/record_log.hpp"

namespace cento {

/// A file that records are copied to, of one input or of several.
class CopyTarget {
 public:
  CopyTarget(std::string name, Compression compression) : file_(std::move(name), compression) {}

  void write(std::string_view bytes);

  /// Lets what follows begin a gzip member or zstd frame, unless nothing was written since the last.
  void end_member();

  /// The last few bytes written; empty when there are none.
  [[nodiscard]] std::string_view tail() const { return tail_; }

  void publish() { file_.publish(); }

 private:
  AtomicFile file_;
  std::string tail_;
  bool is_in_member_ = false;
};

/// How an input is copied.
struct CopyRules {
  bool continues = false;        // it is appended to another: its byte order mark and header stay out
  bool member_a_record = false;  // each record can be decompressed alone, as web archives want it
};

/// Copies the bytes of an input but for the records that stay out and the cuts in those that stay. Throws Error when
/// the input ends before its records do.
void copy_records(Input& in, RecordCursor records, const RecordChoice& choice, const CopyRules& rules,
                  CopyTarget& target, RawCuts::Cursor cuts = {});

}  // namespace cento
