#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace cento {

/// How far a job is.
struct ProgressReport {
  std::string_view phase;       // "reading", "joining", "aligning", "writing", …
  double share = -1;            // of the phase's current step, from 0 to 1; negative when unknown
  std::uint64_t documents = 0;  // read so far
};

/// A record or file that could not be used.
struct RejectRecord {
  std::string_view place;   // "FILE, line 7"
  std::string_view reason;  // one sentence without the place
  std::string_view bytes;   // the record, or its beginning; may be empty
  bool is_file = false;     // a file, or the rest of one from the place on
};

/// What a job may use, and whom it keeps informed. A job does not depend on anything else of the process and changes
/// nothing in it: several may run at the same time.
struct RunOptions {
  std::size_t threads = 0;         // 0: one per core. The result does not depend on it
  std::uint64_t memory_bytes = 0;  // a limit for the job; 0: half of the machine's memory
  std::string temp_dir;            // for intermediate data when memory is short; empty: the system default
  bool strict = false;             // the first record that cannot be used is an Error

  /// Called a few times a second, from a thread of the job. May be empty, as may the others.
  std::function<void(const ProgressReport&)> on_progress = {};
  /// Gets every record and file that could not be used, one at a time.
  std::function<void(const RejectRecord&)> on_reject = {};
  /// Gets remarks about the input, a sentence each.
  std::function<void(std::string_view)> on_remark = {};
  /// Ends the job soon: it then throws Stopped.
  std::stop_token stop = {};
};

/// What every job read.
struct JobSummary {
  std::uint64_t documents = 0;
  std::uint64_t parts = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t rejected_records = 0;
  std::uint64_t rejected_files = 0;
};

}  // namespace cento
