#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "read/collection.hpp"

namespace cento::cli {

/// "42 %, 12,345 documents, 210 MB/s, 0:17 left". `total_bytes` is 0 when unknown.
[[nodiscard]] std::string describe_progress(std::uint64_t raw_bytes, std::uint64_t total_bytes, std::uint64_t documents,
                                            double seconds);

/// A line on standard error that tells how far reading is, a few times a second, and is gone in the end. Shows nothing
/// when `wanted` is false or standard error is no terminal.
class ProgressLine {
 public:
  ProgressLine(const ReadProgress& progress, std::uint64_t total_bytes, bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void refresh_until_stopped();

  const ReadProgress& progress_;
  std::uint64_t total_bytes_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable stop_asked_;
  bool stopped_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace cento::cli
