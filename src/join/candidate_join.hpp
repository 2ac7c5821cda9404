#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "core/executor.hpp"
#include "join/exact_join.hpp"

namespace cento {

/// Pairs of sets that share a key (a band of a sketch, a block of a signature), verified like those of the exact join.
/// What no key brings together is not found.
class CandidateJoin {
 public:
  /// `expected_keys`: about how many will come in all.
  CandidateJoin(const JoinOptions& options, LocalExecutor& executor, std::uint64_t expected_keys);
  ~CandidateJoin();

  /// Adds the keys of a set, numbered as in the store. One thread at a time.
  void add(std::uint32_t set, std::span<const std::uint64_t> keys);

  /// All candidates that `is_candidate(a, b)` and whose similarity is at least the threshold.
  [[nodiscard]] JoinResult find(const FeatureStore& sets,
                                const std::function<bool(std::uint32_t, std::uint32_t)>& is_candidate);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
