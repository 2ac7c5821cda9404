#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "methods/forum/tasks/sent_texts.hpp"
#include "methods/forum/tasks/thread_part.hpp"
#include "methods/forum/tasks/thread_records.hpp"
#include "methods/forum/tasks/threads_task.hpp"

// The tasks of parts (the map side of paper threads) that have to do with texts: pairs of texts that are similar enough
// in one of the plan's searches, and from these the pairs of threads that have them.

namespace cento {

struct CountsForGroups {
  std::vector<OutgoingBlocks::Block> features;  // CountedFeature for the groups
  std::vector<OutgoingBlocks::Block> shorts;    // ShortCount, likewise
};

/// How many texts that are first in this part have each feature of its threads.
[[nodiscard]] CountsForGroups count_features(const ThreadsTask& task, const ThreadPart& part);

/// ShownText for the groups: what texts that are first in this part show, in each search.
[[nodiscard]] std::vector<OutgoingBlocks::Block> show_texts(const ThreadsTask& task, const ThreadPart& part);

struct SentForTexts {
  std::vector<OutgoingBlocks::Block> pairs;  // TextPair, for the part of a
  std::vector<OutgoingBlocks::Block> texts;  // of SentTexts, for the same
};

/// Sends the texts b to where they are compared. `met`: all whose b is in the part, in any order.
[[nodiscard]] SentForTexts send_texts(const ThreadsTask& task, const ThreadPart& part, std::vector<MetTexts> met);

struct ComparedTexts {
  std::vector<OutgoingBlocks::Block> pairs;  // ThreadPair, for the part of b
  std::uint64_t compared = 0;
  std::uint64_t capped_groups = 0;  // as in ForumSearchCounts
  std::uint64_t capped_pairs = 0;
};

/// The threads with texts that are similar. `pairs`: all whose a is in the part, in any order, each once.
[[nodiscard]] ComparedTexts compare_texts(const ThreadsTask& task, const ThreadPart& part, const SentTexts& sent,
                                          std::vector<TextPair> pairs);

/// What two texts have in common; `weight(feature)` is that of a feature that both have.
template <typename Weight>
[[nodiscard]] WeightedOverlap overlap_of_texts(std::span<const std::uint64_t> a, const TextWeight& weight_a,
                                               std::span<const std::uint64_t> b, const TextWeight& weight_b,
                                               const Weight& weight) {
  WeightedOverlap found{0, weight_a.total, weight_b.total, 0,
                        static_cast<std::uint32_t>(std::max(weight_a.heaviest, weight_b.heaviest))};
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      const std::uint32_t shared = weight(a[i]);
      found.shared += shared;
      found.heaviest_shared = std::max(found.heaviest_shared, shared);
    }
    const bool a_goes_on = a[i] <= b[j];
    j += a[i] >= b[j] ? 1 : 0;
    i += a_goes_on ? 1 : 0;
  }
  return found;
}

}  // namespace cento
