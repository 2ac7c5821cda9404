#include "sign/sentence_hash.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "sign/mix64.hpp"

namespace cento {

namespace {

constexpr std::size_t kRun = 64;

constexpr auto kFactors = [] {
  std::array<std::uint64_t, kRun> factors{};
  for (std::size_t i = 0; i < kRun; ++i) factors[i] = 2 * mix64(i + 1) + 1;
  return factors;
}();

/// Products of independent terms: the processor works at several at once, and the compiler at more.
std::uint64_t sum_of_run(const std::uint64_t* tokens, std::size_t count) {
  std::uint64_t even = 0;
  std::uint64_t odd = 0;
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) {
    even += tokens[i] * kFactors[i];
    odd += tokens[i + 1] * kFactors[i + 1];
  }
  if (i < count) even += tokens[i] * kFactors[i];
  return even + odd;
}

}  // namespace

std::uint64_t sentence_hash(std::span<const std::uint64_t> tokens) {
  std::uint64_t hash = tokens.size();
  if (tokens.empty()) return mix64(hash);
  for (std::size_t begin = 0; begin < tokens.size(); begin += kRun) {
    hash = mix64(hash + sum_of_run(tokens.data() + begin, std::min(kRun, tokens.size() - begin)));
  }
  return hash;
}

}  // namespace cento
