#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "core/progress.hpp"
#include "read/collection.hpp"

namespace cento::cli {

/// "42 %, 12,345 documents, 210 MB/s, 0:17 left". `total_bytes` is 0 when unknown.
[[nodiscard]] std::string describe_progress(std::uint64_t raw_bytes, std::uint64_t total_bytes, std::uint64_t documents,
                                            double seconds);

/// "joining", "joining: 42 %", "joining, step 3: 42 %".
[[nodiscard]] std::string describe_phase(const Progress::State& state);

/// The phase in which documents are read: how far it is goes by ReadProgress.
inline constexpr const char* kReadingPhase = "reading";

/// A line on standard error that shows how far a run is, a few times a second, and is gone in the end. Shows nothing
/// when `wanted` is false or standard error is no terminal.
class ProgressLine {
 public:
  /// Both must outlive it.
  ProgressLine(const Progress& progress, const ReadProgress& reading, bool wanted);
  ~ProgressLine();

  /// Another reading begins, of inputs with so many bytes; 0 when that is unknown.
  void begin_reading(std::uint64_t total_bytes);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void refresh_until_stopped();
  [[nodiscard]] std::string describe() const;

  const Progress& progress_;
  const ReadProgress& reading_;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t bytes_before_ = 0;      // that earlier readings read
  std::uint64_t documents_before_ = 0;  // likewise
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable stop_asked_;
  bool stopped_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace cento::cli
