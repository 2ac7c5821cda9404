#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "methods/ndd/tasks/join_task.hpp"

// The tasks of groups of keys (the reduce side of the join): all records of a key are in one task. They take the blocks
// of a task, in any order.

namespace cento {

/// A block of ClassMember in which documents are counted from 0 in their part.
struct MemberBlock {
  std::uint32_t part = 0;
  std::string_view bytes;
};

struct FoundClasses {
  std::vector<OutgoingBlocks::Block> later;  // LaterMember, for the part of the document
  std::vector<OutgoingBlocks::Block> sizes;  // ClassSize, for the part of the first document
  std::uint64_t identical = 0;               // later members with the bytes of an earlier one
  std::uint64_t same_features = 0;           // the others
  std::uint64_t features = 0;                // of the first members, and of documents alone in their class
};

/// Which documents have the same features.
[[nodiscard]] FoundClasses find_classes(const DocumentParts& parts, std::span<const MemberBlock> blocks,
                                        const TaskMemory& memory);

struct FoundProposals {
  std::vector<OutgoingBlocks::Block> proposals;  // ProposedPair, for the part of b
  std::vector<OutgoingBlocks::Block> commons;    // CommonShown, for the part of the set,
  std::vector<OutgoingBlocks::Block> counts;     // and CommonCount, for the same
  JoinCounts totals;
};

/// Pairs of sets that show rare features in common, and which features are common. `blocks` of ShownFeature.
[[nodiscard]] FoundProposals propose_by_features(const JoinTask& task, std::uint32_t slice,
                                                 std::span<const std::string_view> blocks, const TaskMemory& memory);

/// Pairs of sets that show common features in common. `blocks` of ShownCommon.
[[nodiscard]] FoundProposals propose_by_commons(const JoinTask& task, std::span<const std::string_view> blocks,
                                                const TaskMemory& memory);

}  // namespace cento
