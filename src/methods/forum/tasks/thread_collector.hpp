#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "methods/forum/signed_threads.hpp"
#include "methods/forum/tasks/thread_records.hpp"
#include "methods/forum/tasks/threads_task.hpp"
#include "methods/ndd/tasks/part_sets.hpp"

namespace cento {

/// Takes the signed threads of a part in their order, and packs them for its tasks: the map side of paper threads'
/// first job.
class ThreadCollector {
 public:
  /// `plan` must outlive this.
  ThreadCollector(const ThreadPlan& plan, std::size_t groups);
  ~ThreadCollector();

  void add(const SignedThreads& batch);

  /// Blocks of ThreadPartInput::sets.
  [[nodiscard]] std::vector<std::string> take_sets() { return sets_.take(); }
  /// TextOfThread for the groups, threads counted from 0.
  [[nodiscard]] std::vector<OutgoingBlocks::Block> take_texts() { return texts_.take(); }
  /// Threads with nothing to compare.
  [[nodiscard]] std::uint64_t without_features() const { return without_features_; }

 private:
  struct Prints;

  /// Of a thread: its texts, their fingerprints, and the facts of its parts.
  void add(std::span<const std::span<const std::uint64_t>> texts, std::span<const Fingerprint> fingerprints,
           std::span<const QuestionFacts> facts);
  [[nodiscard]] Fingerprint print_of(std::span<const std::span<const std::uint64_t>> texts,
                                     std::span<const Fingerprint> fingerprints,
                                     std::span<const std::uint64_t> facts) const;
  void add_text(const Fingerprint& text, const Fingerprint& print, std::size_t field);

  const ThreadPlan& plan_;
  std::size_t groups_;
  SetBlockWriter sets_;
  OutgoingBlocks texts_;
  std::unique_ptr<Prints> known_;
  std::uint32_t threads_ = 0;
  std::uint64_t without_features_ = 0;
};

}  // namespace cento
