#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "core/byte_range.hpp"
#include "core/place.hpp"

namespace cento {

class AtomicFile;

/// A record that could not be used: where it stands, why, and its bytes (or their beginning, if it is too large).
struct BadRecord {
  Place place;
  std::string reason;                 // one sentence without the place, e.g. "the line has no field \"text\""
  std::string_view bytes;             // the record as it came; may be empty when there is nothing to show
  std::uint64_t full_size_bytes = 0;  // larger than bytes.size() when only the beginning is given
  ByteRange record = {};              // what is left out when the input is copied without its bad records
};

struct ReporterOptions {
  std::string rejects_file;    // JSONL of all bad records; empty: they are only counted and the first few shown
  bool strict = false;         // the first bad record ends the run
  bool quiet = false;          // show nothing on standard error
  std::size_t shown_most = 5;  // how many bad records are shown on standard error
};

/// Where bad records go: counted, the first few shown with their place, all of them written to the rejects file.
/// Also counts what is worth telling at the end (revisit records, replaced characters, …). Thread-safe.
class Reporter {
 public:
  explicit Reporter(ReporterOptions options = {});
  ~Reporter();

  /// Takes a bad record. Throws Error when strict.
  void reject(const BadRecord& record);

  /// Adds to the count of something worth telling, by a name such as "revisit records".
  void count(std::string_view what, std::uint64_t amount = 1);

  /// A remark that is neither an error nor a bad record ("3 files skipped"), shown unless quiet.
  void note(std::string_view sentence);

  [[nodiscard]] std::uint64_t rejected() const;
  [[nodiscard]] std::map<std::string, std::uint64_t> counts() const;

  /// Makes the rejects file appear under its name. Without this call it is removed.
  void finish();

 private:
  ReporterOptions options_;
  mutable std::mutex mutex_;
  std::uint64_t rejected_ = 0;
  std::map<std::string, std::uint64_t> counts_;
  std::unique_ptr<AtomicFile> rejects_;
};

}  // namespace cento
