#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "align/loose/loose_options.hpp"
#include "align/loose/loose_text.hpp"
#include "align/passage.hpp"

namespace cento {

/// What was left out to bound the work.
struct LooseLimits {
  std::uint64_t words = 0;     // distinct words of a pair that are too common to make seeds
  std::uint64_t seeds = 0;     // pairs of sentences over max_seeds
  std::uint64_t clusters = 0;  // over max_clusters

  LooseLimits& operator+=(const LooseLimits& other);
  friend bool operator==(const LooseLimits&, const LooseLimits&) = default;
};

/// Finds the passages that two texts share in other words, or in the same words in another order. The result depends on
/// the two texts alone, and swapping them gives the same passages swapped. docs/loose-matching.md describes the steps.
/// Holds scratch memory: one object for each thread.
class LooseAligner {
 public:
  /// Throws UsageError when an option is out of range.
  explicit LooseAligner(const LooseOptions& options = {});
  ~LooseAligner();
  LooseAligner(LooseAligner&&) noexcept;
  LooseAligner& operator=(LooseAligner&&) = delete;
  LooseAligner(const LooseAligner&) = delete;
  LooseAligner& operator=(const LooseAligner&) = delete;

  /// The passages, ascending by their position in `a`, then in `b`. A passage's matched pairs of sentences are its
  /// seeds, their similarity is the cosine. Overwrites `out`. Returns what was left out.
  LooseLimits align(const LooseText& a, const LooseText& b, std::vector<Passage>& out);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
