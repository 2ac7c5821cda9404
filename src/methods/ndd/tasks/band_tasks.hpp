#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/ndd/tasks/join_groups.hpp"
#include "methods/ndd/tasks/join_task.hpp"
#include "methods/ndd/tasks/part_sets.hpp"

// MinHash cut into tasks: sets show the bands of their sketches instead of features. What comes after, from
// find_homes() on, is that of the exact join, with a ShowingPart that has shown no slice.

namespace cento {

/// KeyedSet for the groups, for each band of the sketch of each set. `method`: minhash or minhash:k. `later` as in
/// ShowingPart. Throws UsageError when there is no such method.
[[nodiscard]] std::vector<OutgoingBlocks::Block> show_bands(const JoinTask& task, std::size_t part,
                                                            const PartSets& sets, std::span<const LaterMember> later,
                                                            const std::string& method, double recall);

/// Pairs of sets that have a band in common. `blocks` of KeyedSet.
[[nodiscard]] FoundProposals propose_by_bands(const JoinTask& task, std::span<const std::string_view> blocks,
                                              const TaskMemory& memory);

}  // namespace cento
