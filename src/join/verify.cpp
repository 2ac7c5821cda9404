#include "join/verify.hpp"

#include <algorithm>
#include <cstddef>

#include "join/shared_kernels.hpp"

namespace cento {

namespace {

constexpr std::size_t kStepsBetweenChecks = 256;

SharedCount start(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  return {a.data(), a.data() + a.size(), b.data(), b.data() + b.size(), 0};
}

bool is_done(const SharedCount& count) {
  return count.a == count.a_end || count.b == count.b_end;
}

/// The most features that the remaining parts can share.
std::size_t rest(const SharedCount& count) {
  return static_cast<std::size_t>(std::min(count.a_end - count.a, count.b_end - count.b));
}

void go_on(SharedCount& count, std::size_t steps, [[maybe_unused]] Kernel kernel) {
#ifdef __x86_64__
  constexpr std::size_t kWorthwhile = 8;
  if (kernel == Kernel::avx512 && rest(count) >= kWorthwhile) {
    count_shared_avx512(count, steps);
    return;
  }
#endif
  count_shared_scalar(count, steps);
}

}  // namespace

// Without branches on the comparison, which is unpredictable.
void count_shared_scalar(SharedCount& count, std::size_t steps) {
  const std::uint64_t* a = count.a;
  const std::uint64_t* b = count.b;
  std::uint32_t shared = count.shared;
  for (; steps > 0 && a != count.a_end && b != count.b_end; --steps) {
    const std::uint64_t left = *a;
    const std::uint64_t right = *b;
    shared += static_cast<std::uint32_t>(left == right);
    a += static_cast<std::ptrdiff_t>(left <= right);
    b += static_cast<std::ptrdiff_t>(right <= left);
  }
  count.a = a;
  count.b = b;
  count.shared = shared;
}

std::uint32_t count_shared(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, Kernel kernel) {
  SharedCount count = start(a, b);
  while (!is_done(count)) go_on(count, a.size() + b.size(), kernel);
  return count.shared;
}

std::optional<std::uint32_t> verify_similarity(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                                               const WantedSimilarity& wanted, Kernel kernel) {
  const auto size_a = static_cast<std::uint32_t>(a.size());
  const auto size_b = static_cast<std::uint32_t>(b.size());
  if (size_a == 0 || size_b == 0 || !wanted.sizes_fit(size_a, size_b)) return std::nullopt;
  const std::uint32_t least = wanted.least_shared(size_a, size_b);
  SharedCount count = start(a, b);
  while (!is_done(count)) {
    // shared + rest of A is |A| - |C|; fewer than `least` means that the bound is below τ.
    if (count.shared + rest(count) < least) return std::nullopt;
    go_on(count, kStepsBetweenChecks, kernel);
  }
  if (count.shared < least) return std::nullopt;
  return count.shared;
}

}  // namespace cento
