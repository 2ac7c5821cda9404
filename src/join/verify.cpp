#include "join/verify.hpp"

#include <algorithm>

namespace cento {

namespace {

constexpr std::size_t kStepsBetweenChecks = 128;

/// Goes through two ascending sets side by side. Without branches on the comparison, which no processor can guess.
class Merge {
 public:
  Merge(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b)
      : a_(a.data()), a_end_(a.data() + a.size()), b_(b.data()), b_end_(b.data() + b.size()) {}

  [[nodiscard]] bool done() const { return a_ == a_end_ || b_ == b_end_; }
  [[nodiscard]] std::uint32_t shared() const { return shared_; }
  [[nodiscard]] std::size_t rest() const { return static_cast<std::size_t>(std::min(a_end_ - a_, b_end_ - b_)); }

  /// Up to `steps` steps.
  void go_on(std::size_t steps) {
    const std::uint64_t* a = a_;
    const std::uint64_t* b = b_;
    std::uint32_t shared = shared_;
    while (steps-- > 0 && a != a_end_ && b != b_end_) {
      const std::uint64_t left = *a;
      const std::uint64_t right = *b;
      shared += static_cast<std::uint32_t>(left == right);
      a += static_cast<std::ptrdiff_t>(left <= right);
      b += static_cast<std::ptrdiff_t>(right <= left);
    }
    a_ = a;
    b_ = b;
    shared_ = shared;
  }

 private:
  const std::uint64_t* a_;
  const std::uint64_t* a_end_;
  const std::uint64_t* b_;
  const std::uint64_t* b_end_;
  std::uint32_t shared_ = 0;
};

}  // namespace

std::uint32_t count_shared(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  Merge merge(a, b);
  merge.go_on(a.size() + b.size());
  return merge.shared();
}

std::optional<std::uint32_t> verify_similarity(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                                               const WantedSimilarity& wanted) {
  const auto size_a = static_cast<std::uint32_t>(a.size());
  const auto size_b = static_cast<std::uint32_t>(b.size());
  if (size_a == 0 || size_b == 0 || !wanted.sizes_fit(size_a, size_b)) return std::nullopt;
  const std::uint32_t least = wanted.least_shared(size_a, size_b);
  Merge merge(a, b);
  while (!merge.done()) {
    // shared + rest of A is |A| - |C|; fewer than `least` of those means that the bound is under τ.
    if (merge.shared() + merge.rest() < least) return std::nullopt;
    merge.go_on(kStepsBetweenChecks);
  }
  if (merge.shared() < least) return std::nullopt;
  return merge.shared();
}

}  // namespace cento
