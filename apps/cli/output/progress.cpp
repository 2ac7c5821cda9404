#include "output/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/byte_size.hpp"
#include "core/counted.hpp"
#include "engine/job.hpp"
#include "output/standard_streams.hpp"

namespace cento::cli {

namespace {

constexpr std::chrono::milliseconds kRefresh{200};
constexpr double kSettled = 1.0;  // seconds before an estimate of the time left is useful
constexpr std::uint64_t kSecondsAMinute = 60;

std::string time_left(std::uint64_t raw_bytes, std::uint64_t total_bytes, double seconds) {
  if (raw_bytes == 0 || raw_bytes > total_bytes || seconds < kSettled) return {};
  const double rest = static_cast<double>(total_bytes - raw_bytes) * seconds / static_cast<double>(raw_bytes);
  const auto left = static_cast<std::uint64_t>(rest);
  return fmt::format(", {}:{:02} left", left / kSecondsAMinute, left % kSecondsAMinute);
}

/// The cursor returns to the start of the line, so that a message printed next overwrites it.
void show(const std::string& line) {
  say(fmt::format("\r\x1b[K{}\r", line));
}

}  // namespace

std::string describe_progress(std::uint64_t raw_bytes, std::uint64_t total_bytes, std::uint64_t documents,
                              double seconds) {
  std::string line;
  if (total_bytes != 0) {
    const double share = static_cast<double>(raw_bytes) / static_cast<double>(total_bytes);
    line = fmt::format("{:.0f} %, ", 100 * (share > 1 ? 1 : share));
  }
  const double rate = seconds > 0 ? static_cast<double>(raw_bytes) / seconds : 0;
  line +=
      fmt::format("{} documents, {}/s", with_thousands(documents), format_byte_size(static_cast<std::uint64_t>(rate)));
  return line + time_left(raw_bytes, total_bytes, seconds);
}

std::string describe_phase(const Progress::State& state) {
  if (state.phase == nullptr) return {};
  std::string line = state.phase;
  if (state.step > 1) line += fmt::format(", step {}", state.step);
  if (state.total == 0) return line;
  const double share = static_cast<double>(std::min(state.done, state.total)) / static_cast<double>(state.total);
  return line + fmt::format(": {:.0f} %", 100 * share);
}

ProgressLine::ProgressLine(const Progress& progress, const ReadProgress& reading, bool wanted)
    : progress_(progress), reading_(reading) {
  if (wanted && ::isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { refresh_until_stopped(); });
}

ProgressLine::~ProgressLine() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  stop_asked_.notify_one();
  thread_.join();
  show("");
}

void ProgressLine::refresh_until_stopped() {
  std::unique_lock lock(mutex_);
  while (!stop_asked_.wait_for(lock, kRefresh, [this] { return stopped_; })) {
    if (const std::string line = describe(); !line.empty()) show(line);
  }
}

std::string ProgressLine::describe() {
  const Progress::State state = progress_.state();
  if (state.phase == nullptr || std::string_view(state.phase) != kReadingPhase) return describe_phase(state);
  const auto now = std::chrono::steady_clock::now();
  if (const std::uint64_t readings = reading_.readings; readings != readings_) {
    readings_ = readings;
    start_ = now;
  }
  const std::chrono::duration<double> seconds = now - start_;
  return fmt::format("{}: {}", kReadingPhase,
                     describe_progress(reading_.raw_bytes - reading_.bytes_before, reading_.total_bytes,
                                       reading_.documents - reading_.documents_before, seconds.count()));
}

}  // namespace cento::cli
