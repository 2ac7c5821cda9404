#include "by_hand/contest.hpp"

#include <time.h>

#include <algorithm>

#include <fmt/format.h>

namespace cento::bench {

namespace {

constexpr int kRounds = 9;
constexpr std::size_t kLongestShown = 60;

/// Of all threads of this process: other programs on the machine do not count.
double processor_seconds() {
  constexpr double kNanosecond = 1e-9;
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * kNanosecond;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void print_speeds(std::string_view work, std::size_t bytes, const std::vector<Contender>& contenders,
                  bool have_same_results) {
  constexpr double kMegabyte = 1e6;
  std::vector<std::vector<double>> seconds(contenders.size());
  std::vector<std::uint64_t> results(contenders.size());
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const double begin = processor_seconds();
      results[i] = contenders[i].run();
      seconds[i].push_back(processor_seconds() - begin);
    }
  }
  const double ours = median(seconds[0]);
  fmt::print("\n{}, {:.1f} MB\n\n", work, static_cast<double>(bytes) / kMegabyte);
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const double own = median(seconds[i]);
    const bool is_other = have_same_results && results[i] != results[0];
    fmt::print("  {:<24} {:>8.0f} MB/s  {:>6.2f} x the time of ours  result {:016x}{}\n", contenders[i].name,
               static_cast<double>(bytes) / kMegabyte / own, own / ours, results[i],
               is_other ? "  NOT THE SAME RESULT" : "");
  }
}

void print_findings(const std::vector<HardCase>& cases, const std::vector<Judge>& judges) {
  std::string head = "\n| case |";
  std::string line = "| --- |";
  for (const Judge& judge : judges) {
    head += fmt::format(" {} |", judge.name);
    line += " --- |";
  }
  fmt::print("{}\n{}\n", head, line);
  for (const HardCase& hard : cases) {
    const std::string first = judges.front().read(hard.bytes);
    fmt::print("| {} | {} |", hard.name, first);
    for (std::size_t i = 1; i < judges.size(); ++i) {
      const std::string other = judges[i].read(hard.bytes);
      fmt::print(" {} |", other == first ? "same" : other);
    }
    fmt::print("\n");
  }
}

std::string shown(std::string_view bytes) {
  if (bytes.size() > kLongestShown) return fmt::format("({} bytes)", bytes.size());
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      text += "\\n";
    } else if (c == '\r') {
      text += "\\r";
    } else if (byte < ' ' || byte > '~') {
      text += fmt::format("\\x{:02x}", byte);
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace cento::bench
