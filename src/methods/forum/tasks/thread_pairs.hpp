#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "methods/forum/tasks/sent_texts.hpp"
#include "methods/forum/tasks/thread_part.hpp"
#include "methods/forum/tasks/thread_records.hpp"
#include "methods/forum/tasks/threads_task.hpp"

// The last tasks of paper threads: threads that a search brought together are compared by all their parts, in the part
// of the earlier one.

namespace cento {

struct SentForThreads {
  std::vector<OutgoingBlocks::Block> pairs;    // ThreadPair, for the part of a
  std::vector<OutgoingBlocks::Block> threads;  // of SentTexts: all fields and the facts of b, for the same
  std::uint64_t scored = 0;                    // different pairs
};

/// `pairs`: all whose b is in the part, in any order, as often as they were found.
[[nodiscard]] SentForThreads send_threads(const ThreadsTask& task, const ThreadPart& part,
                                          std::vector<ThreadPair> pairs);

/// Similarities of threads, or of a thread with itself.
struct SimilarThreads {
  std::vector<ThreadPair> pairs;
  std::vector<double> similarities;
  std::vector<double> parts;  // part by part for each; kMissing
};

/// The pairs that reach the threshold, ascending. `pairs`: all whose a is in the part, in any order, each once.
[[nodiscard]] SimilarThreads compare_threads(const ThreadsTask& task, const ThreadPart& part, const SentTexts& sent,
                                             std::vector<ThreadPair> pairs);

/// For each later thread of the part, as b, how it compares with the first one that is the same.
[[nodiscard]] SimilarThreads compare_same(const ThreadsTask& task, const ThreadPart& part);

}  // namespace cento
