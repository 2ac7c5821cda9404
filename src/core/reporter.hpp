#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/byte_range.hpp"
#include "core/place.hpp"

namespace cento {

class AtomicFile;

/// What could not be used: a record, or a file (all of it, or the part after the damage).
enum class BadKind : std::uint8_t { record, file };

/// A record that could not be used: where it is, why, and its bytes (or their beginning, if it is too large). Also a
/// file or folder that could not be read, or not to its end.
struct BadRecord {
  Place place;
  std::string reason;                 // one sentence without the place, e.g. "the line has no field \"text\""
  std::string_view bytes;             // the record as read; empty when there is nothing to show
  std::uint64_t full_size_bytes = 0;  // larger than bytes.size() when only the beginning is given
  ByteRange record = {};              // left out when the input is copied without its bad records
  BadKind kind = BadKind::record;
};

/// Input that a run could not use. If there is any, the program ends with exit code 3.
struct UnusedInput {
  std::uint64_t files = 0;
  std::uint64_t records = 0;
  std::string first;  // where, and why: "a.jsonl, line 7: the line has no field \"text\""

  [[nodiscard]] bool none() const { return files == 0 && records == 0; }
};

/// "1 file and 2 records could not be used; the first: a.jsonl, line 7: …"
[[nodiscard]] std::string to_sentence(const UnusedInput& unused);

struct ReporterOptions {
  std::string rejects_file;    // JSONL of all bad records and files; empty: they are counted and the first few shown
  bool strict = false;         // the first bad record or file ends the run
  bool quiet = false;          // nothing is shown
  std::size_t shown_most = 5;  // how many bad records are shown
  std::function<void(std::string_view)> show = {};       // gets remarks, a sentence each; empty: nothing is shown
  std::function<void(const BadRecord&)> on_reject = {};  // gets every bad record and file; may be empty
  /// Rewrites sentences, which name options by their fields; empty: they are left as they are.
  std::function<std::string(std::string_view)> worded = {};
};

/// Where bad records go: counted, the first few shown with their place, all of them written to the rejects file. Bad
/// files go the same way. Also counts what is worth reporting at the end (revisit records, replaced characters, …).
/// Thread-safe.
class Reporter {
 public:
  explicit Reporter(ReporterOptions options = {});
  ~Reporter();

  /// Takes a bad record or file. Throws Error when strict.
  void reject(const BadRecord& bad);

  /// Adds to the count of something worth reporting, by a name such as "revisit records".
  void count(std::string_view what, std::uint64_t amount = 1);

  /// A remark that is neither an error nor a bad record ("3 files skipped"), shown unless quiet.
  void note(std::string_view sentence);

  /// Whether the bad record or file was shown that this sentence, "a.jsonl, line 7: …", is about.
  [[nodiscard]] bool has_shown(std::string_view sentence) const;

  /// How many bad records and files there were so far.
  [[nodiscard]] std::uint64_t rejected() const;
  /// All of them: what a command's run returns.
  [[nodiscard]] UnusedInput unused() const;
  [[nodiscard]] std::map<std::string, std::uint64_t> counts() const;

  /// Makes the rejects file appear under its name. Without this call it is removed.
  void finish();

 private:
  void show(const std::string& sentence) const;
  [[nodiscard]] std::string worded(const std::string& sentence) const;

  ReporterOptions options_;
  mutable std::mutex mutex_;
  UnusedInput unused_;
  std::vector<std::string> shown_;  // bad records and files, as sentences
  std::map<std::string, std::uint64_t> counts_;
  std::unique_ptr<AtomicFile> rejects_;
};

}  // namespace cento
