#include "engine/options/least_memory.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/byte_size.hpp"
#include "core/counted.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t kBytesAThread = 2 * kMebibyte;
constexpr std::uint64_t kUsualBytes = 28 * kMebibyte;

struct OwnMemory {
  std::string_view command;
  std::uint64_t bytes;
};

/// Commands that need less or more than usual.
constexpr std::array<OwnMemory, 8> kOwnMemory = {{
    {"cento show", 8 * kMebibyte},
    {"cento convert", 8 * kMebibyte},
    {"cento eval", 8 * kMebibyte},
    {"cento index add", 44 * kMebibyte},
    {"cento query", 44 * kMebibyte},
    {"cento threads", 60 * kMebibyte},
    {"cento tune", 60 * kMebibyte},
    {"cento study threads", 60 * kMebibyte},
}};

}  // namespace

std::uint64_t least_memory_bytes(std::string_view command, std::size_t threads) {
  const auto* const own =
      std::find_if(kOwnMemory.begin(), kOwnMemory.end(), [&](const OwnMemory& row) { return row.command == command; });
  return (own == kOwnMemory.end() ? kUsualBytes : own->bytes) + threads * kBytesAThread;
}

void check_least_memory(std::string_view option, std::string_view job, std::uint64_t least_bytes, std::size_t threads,
                        std::uint64_t bytes) {
  if (bytes >= least_bytes) return;
  throw UsageError(fmt::format("{} must be at least {} for {} on {}, not {}", option, exact_byte_size(least_bytes), job,
                               counted(threads, "thread", "threads"), exact_byte_size(bytes)));
}

}  // namespace cento
