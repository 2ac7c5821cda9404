#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/loose/loose_seeds.hpp"
#include "align/passage.hpp"

namespace cento {

/// Seeds that lie together: the stretches of sentences that they span.
struct LooseCluster {
  SentenceRange a;  // of sentences as compared
  SentenceRange b;
  double similarity = 0;  // cosine of the two stretches

  friend bool operator==(const LooseCluster&, const LooseCluster&) = default;
};

/// Finds clusters; holds scratch memory.
class ClusterFinder {
 public:
  explicit ClusterFinder(const LooseOptions& options) : options_(options) {}

  /// The largest sets of seeds in which, on either side, at most `max_gap` sentences without a seed lie between two
  /// neighbours. A set whose two stretches are not similar enough is split with a lower gap, down to 0; what is still
  /// not similar then is left out. Reorders the seeds.
  void find(const LoosePair& pair, std::span<LooseSeed> seeds, std::uint32_t max_gap, std::vector<LooseCluster>& out);

 private:
  struct Pending {
    std::size_t begin = 0;  // of the seeds
    std::size_t end = 0;
    std::uint32_t gap = 0;
    bool by_b = false;         // the side to cut at next
    std::uint32_t uncut = 0;   // how many sides were examined without a cut
    std::uint32_t rounds = 0;  // how often it was cut
  };

  void cut(std::span<LooseSeed> seeds, const Pending& pending);
  void judge(const LoosePair& pair, std::span<const LooseSeed> seeds, const Pending& pending,
             std::vector<LooseCluster>& out);
  double fragment_cosine(const LoosePair& pair, SentenceRange a, SentenceRange b);
  void add_up(const LooseSide& side, SentenceRange sentences, std::vector<float>& sums);

  LooseOptions options_;
  std::vector<Pending> pending_;
  std::vector<float> sums_a_;  // by word
  std::vector<float> sums_b_;
  std::vector<std::uint32_t> touched_;  // words that have a sum
};

/// Widens a cluster by weak seeds that touch it, up to weak_reach sentences from where it was. `weak` ascends.
void widen(LooseCluster& cluster, std::span<const LooseSeed> weak, const LooseOptions& options);

}  // namespace cento
