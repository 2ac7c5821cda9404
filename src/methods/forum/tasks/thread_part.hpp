#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "methods/forum/tasks/sent_texts.hpp"
#include "methods/forum/tasks/thread_records.hpp"
#include "methods/forum/tasks/threads_task.hpp"
#include "methods/ndd/tasks/part_records.hpp"
#include "methods/ndd/tasks/part_sets.hpp"
#include "sign/words/question_words.hpp"

namespace cento {

/// The facts of a thread's parts as its last set, and back.
[[nodiscard]] std::uint64_t packed_facts(const QuestionFacts& facts);
[[nodiscard]] QuestionFacts unpacked_facts(std::uint64_t packed);

/// What is known of the threads of a part. All but the sets is empty until a task has found it.
struct ThreadPartInput {
  PartSets sets;                          // of each thread: its fields, then its facts, part by part
  std::vector<LaterMember> later;         // threads that are the same as an earlier one
  std::vector<SharedText> shared;         // of the other threads
  std::vector<ThreadOfText> members;      // of texts whose first thread is in this part
  std::vector<CountedFeature> tallies;    // features that several texts have, of fields with idf
  std::vector<ShortCount> short_tallies;  // … of other counted fields
};

/// The threads of a part and their texts. Threads are counted from 0 here.
class ThreadPart {
 public:
  /// `task` must outlive this. Throws Error when the part has another number of threads than when it was signed.
  ThreadPart(const ThreadsTask& task, std::size_t part, ThreadPartInput input);
  ~ThreadPart();
  ThreadPart(ThreadPart&& other) noexcept;

  [[nodiscard]] std::size_t size() const { return is_later_.size(); }
  [[nodiscard]] std::size_t part() const { return part_; }
  [[nodiscard]] std::uint32_t number_of(std::size_t thread) const {
    return task_.parts.begin(part_) + static_cast<std::uint32_t>(thread);
  }
  [[nodiscard]] std::size_t thread_of(std::uint32_t number) const { return number - task_.parts.begin(part_); }

  /// Whether an earlier thread is the same. Then nothing is done with it.
  [[nodiscard]] bool is_later(std::size_t thread) const { return is_later_[thread] != 0; }
  [[nodiscard]] std::span<const LaterMember> later() const { return input_.later; }

  /// The features of a thread in a field; after all fields, its facts.
  [[nodiscard]] std::span<const std::uint64_t> features(std::size_t thread, std::size_t field) const {
    return input_.sets.get(thread * (task_.plan.fields().size() + 1) + field);
  }
  /// Whether no earlier thread has the same features in a field.
  [[nodiscard]] bool is_first(std::size_t thread, std::size_t field) const;
  /// How many different threads have them.
  [[nodiscard]] std::uint64_t threads_of(std::size_t thread, std::size_t field) const;
  /// The other threads with the text of one that is the first with it.
  [[nodiscard]] std::span<const ThreadOfText> members_of(std::size_t thread, std::size_t field) const;

  /// In how many texts of a field a feature of this part is.
  [[nodiscard]] std::uint32_t having(std::size_t field, std::uint64_t feature) const;
  [[nodiscard]] std::uint32_t weight(std::size_t weighing, std::uint64_t feature) const;
  /// What a thread's text weighs.
  [[nodiscard]] TextWeight weight_of(std::size_t thread, std::size_t weighing) const;
  /// … in all ways of a field.
  void weights_of(std::size_t thread, std::size_t field, std::vector<TextWeight>& weights) const;

 private:
  struct Tally;

  [[nodiscard]] const SharedText* shared_of(std::size_t thread, std::size_t field) const;

  const ThreadsTask& task_;
  std::size_t part_;
  ThreadPartInput input_;
  std::vector<std::uint8_t> is_later_;
  std::vector<Tally> tallies_;  // by field; then that of shortened features
};

}  // namespace cento
