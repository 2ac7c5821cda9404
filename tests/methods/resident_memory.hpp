#pragma once

#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

namespace cento::testing {

/// Watches how far the memory of this program grows beyond what it held at the beginning, not counting file pages.
class MemoryWatch {
 public:
  MemoryWatch() {
    ::malloc_trim(0);  // otherwise memory freed by earlier tests would be used before the memory grows
    start_ = resident_bytes();
  }

  /// Measures; returns the most that was seen.
  std::uint64_t look() {
    most_ = std::max(most_, resident_bytes() - std::min(start_, resident_bytes()));
    return most_;
  }

  /// Address sanitizers keep freed memory, and hold more than the program.
  static constexpr bool is_meaningful() {
#if defined(__SANITIZE_ADDRESS__)
    return false;
#else
    return true;
#endif
  }

 private:
  static std::uint64_t resident_bytes() {
    constexpr std::uint64_t kKibi = 1024;
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("RssAnon:")) return std::stoull(line.substr(line.find_first_of("0123456789"))) * kKibi;
    }
    return 0;
  }

  std::uint64_t start_ = 0;
  std::uint64_t most_ = 0;
};

}  // namespace cento::testing
