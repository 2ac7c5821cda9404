#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "core/parallel/progress.hpp"
#include "read/collection.hpp"

namespace cento::cli {

/// "42 %, 12,345 documents, 210 MB/s, 0:17 left". `total_bytes` is 0 when unknown.
[[nodiscard]] std::string describe_progress(std::uint64_t raw_bytes, std::uint64_t total_bytes, std::uint64_t documents,
                                            double seconds);

/// "joining", "joining: 42 %", "joining, step 3: 42 %".
[[nodiscard]] std::string describe_phase(const Progress::State& state);

/// A line on standard error that shows the progress of a run, updated a few times a second and removed at the end.
/// Shows nothing when `wanted` is false or standard error is not a terminal.
class ProgressLine {
 public:
  /// Both must outlive it.
  ProgressLine(const Progress& progress, const ReadProgress& reading, bool wanted);
  ~ProgressLine();

  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void refresh_until_stopped();
  [[nodiscard]] std::string describe();

  const Progress& progress_;
  const ReadProgress& reading_;
  std::uint64_t readings_ = 0;  // begun when start_ was taken
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable stop_asked_;
  bool stopped_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace cento::cli
