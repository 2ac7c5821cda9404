#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "methods/forum/tasks/thread_records.hpp"
#include "methods/forum/tasks/threads_task.hpp"

// The tasks of groups of keys (the reduce side of paper threads): all records of a key are in one task. They take the
// blocks of a task, in any order.

namespace cento {

/// A block of a part; its threads are counted from 0 there.
struct BlockOfPart {
  std::uint32_t part = 0;
  std::string_view bytes;
};

struct FoundTexts {
  std::vector<OutgoingBlocks::Block> later;    // LaterMember, for the part of the thread
  std::vector<OutgoingBlocks::Block> shared;   // SharedText, for the part of the thread
  std::vector<OutgoingBlocks::Block> members;  // ThreadOfText, for the part of the first thread
  std::vector<OutgoingBlocks::Block> pairs;  // ThreadPair with the same text in a field that is searched, for b's part
  std::vector<std::uint64_t> texts;          // by field
  std::uint64_t identical = 0;               // later threads
  std::uint64_t capped_groups = 0;           // as in ForumSearchCounts
  std::uint64_t capped_pairs = 0;
};

/// Which threads are the same, and which texts of them. `blocks` of TextOfThread.
[[nodiscard]] FoundTexts find_texts(const ThreadsTask& task, std::span<const BlockOfPart> blocks,
                                    const TaskMemory& memory);

/// In how many texts each feature is: CountedFeature for each part that asked, if there are several. `blocks` of
/// CountedFeature.
[[nodiscard]] std::vector<OutgoingBlocks::Block> tally_features(const ThreadsTask& task,
                                                                std::span<const BlockOfPart> blocks,
                                                                const TaskMemory& memory);

/// The same for ShortCount.
[[nodiscard]] std::vector<OutgoingBlocks::Block> tally_short_features(const ThreadsTask& task,
                                                                      std::span<const BlockOfPart> blocks,
                                                                      const TaskMemory& memory);

/// MetTexts for the part of b: pairs of texts that may be similar, as far as one feature shows it. `blocks` of
/// ShownText.
[[nodiscard]] std::vector<OutgoingBlocks::Block> meet_texts(const ThreadsTask& task,
                                                            std::span<const std::string_view> blocks,
                                                            const TaskMemory& memory);

}  // namespace cento
