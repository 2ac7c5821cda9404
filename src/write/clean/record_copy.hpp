#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/files/atomic_file.hpp"
#include "read/input/input.hpp"
#include "write/clean/raw_cuts.hpp"
#include "write/clean/record_log.hpp"

namespace cento {

/// A file that records of one or several inputs are copied to.
class CopyTarget {
 public:
  CopyTarget(std::string name, Compression compression) : file_(std::move(name), compression) {}

  void write(std::string_view bytes);

  /// Makes what follows begin a gzip member or zstd frame, unless nothing was written since the last.
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
  bool continues = false;        // it is appended to another: its byte order mark and header are left out
  bool member_a_record = false;  // each record can be decompressed alone, as web archives require
};

/// Copies the bytes of an input except the records that are left out and the cuts in the others. Throws Error when the
/// input ends before its records do.
void copy_records(Input& in, RecordCursor records, const RecordChoice& choice, const CopyRules& rules,
                  CopyTarget& target, RawCuts::Cursor cuts = {});

}  // namespace cento
