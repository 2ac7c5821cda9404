#include "sign/sentence_hash.hpp"

#include <algorithm>
#include <cstddef>

#include "core/hash/mix64.hpp"
#include "sign/kernels/run_sum.hpp"

namespace cento {

/// The products are independent, so the processor, or the compiler by vectors, computes several at once.
std::uint64_t run_sum_scalar(const std::uint64_t* tokens, std::size_t count) {
  std::uint64_t even = 0;
  std::uint64_t odd = 0;
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) {
    even += tokens[i] * kRunFactors[i];
    odd += tokens[i + 1] * kRunFactors[i + 1];
  }
  if (i < count) even += tokens[i] * kRunFactors[i];
  return even + odd;
}

RunSum run_sum(Kernel kernel) {
#if defined(__x86_64__)
  if (kernel == Kernel::avx512) return run_sum_avx512;
#endif
  return run_sum_scalar;
}

std::uint64_t sentence_hash(std::span<const std::uint64_t> tokens) {
  static const RunSum sum = run_sum(best_kernel());
  std::uint64_t hash = tokens.size();
  if (tokens.empty()) return mix64(hash);
  for (std::size_t begin = 0; begin < tokens.size(); begin += kRunTokensMost) {
    hash = mix64(hash + sum(tokens.data() + begin, std::min(kRunTokensMost, tokens.size() - begin)));
  }
  return hash;
}

}  // namespace cento
