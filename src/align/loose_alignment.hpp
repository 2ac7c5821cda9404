#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "align/loose_options.hpp"
#include "align/loose_text.hpp"
#include "align/passage.hpp"

namespace cento {

/// What the bounds of the work left out.
struct LooseLimits {
  std::uint64_t words = 0;     // distinct words of a pair too common to make seeds
  std::uint64_t seeds = 0;     // pairs of sentences over max_seeds
  std::uint64_t clusters = 0;  // over max_clusters

  LooseLimits& operator+=(const LooseLimits& other);
  friend bool operator==(const LooseLimits&, const LooseLimits&) = default;
};

/// Finds the passages that two texts share in other words, or in the same words in another order. What it finds depends
/// on the two texts alone, and swapping them gives the same passages swapped. docs/loose-matching.md tells the steps.
/// Holds scratch memory: one object for each thread.
class LooseAligner {
 public:
  /// Throws UsageError when an option is out of its range.
  explicit LooseAligner(const LooseOptions& options = {});
  ~LooseAligner();
  LooseAligner(LooseAligner&&) noexcept;
  LooseAligner& operator=(LooseAligner&&) = delete;
  LooseAligner(const LooseAligner&) = delete;
  LooseAligner& operator=(const LooseAligner&) = delete;

  /// The passages, ascending by their place in `a`, then in `b`. A passage's matched pairs of sentences are its seeds,
  /// their similarity is the cosine. What was in `out` is gone. Returns what was left out.
  LooseLimits align(const LooseText& a, const LooseText& b, std::vector<Passage>& out);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
