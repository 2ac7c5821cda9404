#pragma once

#include <cstddef>
#include <cstdint>

namespace cento {

/// How far two ascending sets have been traversed side by side, and what they share so far.
struct SharedCount {
  const std::uint64_t* a;
  const std::uint64_t* a_end;
  const std::uint64_t* b;
  const std::uint64_t* b_end;
  std::uint32_t shared;
};

/// Advances by at least `steps` steps, or to the end of one set, and updates the count. Plain pointers, because each
/// kernel is compiled for one instruction set. The AVX-512 kernel leaves the last few features of a set to the scalar
/// one.
using SharedKernel = void (*)(SharedCount& count, std::size_t steps);

void count_shared_scalar(SharedCount& count, std::size_t steps);
void count_shared_avx512(SharedCount& count, std::size_t steps);

}  // namespace cento
