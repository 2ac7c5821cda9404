#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "join/similar_pair.hpp"
#include "methods/ndd/tasks/join_task.hpp"
#include "methods/ndd/tasks/part_sets.hpp"
#include "methods/ndd/tasks/showing_part.hpp"

// The pairs that groups proposed are compared where few sets have to be sent: all pairs of a set b are compared in the
// part of its `home`, the smallest number it is paired with, so that the members of a cluster, which mostly have the
// same home, are each sent once. Three tasks of parts: find_homes() with the proposals of each b, send_sets() with the
// pairs of each a, compare_at_home().

namespace cento {

struct FoundHomes {
  std::vector<OutgoingBlocks::Block> pairs;  // PairAtHome, for the part of a
  std::vector<OutgoingBlocks::Block> sets;   // of SentSets, for the part of the home
  std::vector<OutgoingBlocks::Block> sent;   // SentSet, for this part: what it has sent
};

/// `proposals`: all whose b is in the part, in any order. `showing` was shown all slices for all sets.
[[nodiscard]] FoundHomes find_homes(const JoinTask& task, std::size_t part, const ShowingPart& showing,
                                    std::vector<ProposedPair> proposals);

struct SentForPairs {
  std::vector<OutgoingBlocks::Block> pairs;  // ProposedPair, for the part of the home
  std::vector<OutgoingBlocks::Block> sets;   // of SentSets, for the same
};

/// `pairs`: all whose a is in the part; `sent`: what find_homes() has sent from it.
[[nodiscard]] SentForPairs send_sets(const JoinTask& task, std::size_t part, const PartSets& sets,
                                     std::span<const PairAtHome> pairs, std::span<const SentSet> sent);

/// The pairs that reach the threshold, ascending. `pairs` in any order, each once.
[[nodiscard]] std::vector<SimilarPair> compare_at_home(const JoinTask& task, std::size_t part, const PartSets& sets,
                                                       const SentSets& sent, std::vector<ProposedPair> pairs);

}  // namespace cento
