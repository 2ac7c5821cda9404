#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/ndd/tasks/join_groups.hpp"
#include "methods/ndd/tasks/join_task.hpp"
#include "methods/ndd/tasks/part_sets.hpp"

// Paper ndd's SCT cut into tasks: features of too many documents are left out of all sets before these are joined.

namespace cento {

/// How many documents of a part have a feature; or, back to the part, of all documents.
///
/// 12 bytes: the feature's upper and lower half and the documents, 4 each.
struct CountedInDocuments {
  std::uint32_t feature_high = 0;
  std::uint32_t feature_low = 0;
  std::uint32_t documents = 0;

  [[nodiscard]] std::uint64_t feature() const { return std::uint64_t{feature_high} << 32U | feature_low; }
};
static_assert(sizeof(CountedInDocuments) == 12);

/// CountedInDocuments for the groups. A set counts as often as its class has members. `sizes` of classes of several
/// whose first document is in the part; `later` as in ShowingPart.
[[nodiscard]] std::vector<OutgoingBlocks::Block> count_in_documents(const JoinTask& task, std::size_t part,
                                                                    const PartSets& sets,
                                                                    std::span<const LaterMember> later,
                                                                    std::span<const ClassSize> sizes);

struct FoundCommons {
  std::vector<OutgoingBlocks::Block> commons;  // CountedInDocuments, for each part that has the feature
  std::uint64_t features = 0;                  // that more than `most` documents have
};

/// Which features more than `most` documents have. `blocks` of CountedInDocuments.
[[nodiscard]] FoundCommons find_commons(const JoinTask& task, std::uint64_t most, std::span<const MemberBlock> blocks,
                                        const TaskMemory& memory);

struct ThinnedSets {
  std::vector<std::string> sets;  // blocks for PartSets
  std::uint64_t features = 0;     // left in the sets that are joined,
  std::uint64_t left_out = 0;     // and left out of them
};

/// The sets of a part without common features.
[[nodiscard]] ThinnedSets thin_sets(const JoinTask& task, std::size_t part, const PartSets& sets,
                                    std::span<const LaterMember> later, std::span<const CountedInDocuments> commons);

}  // namespace cento
