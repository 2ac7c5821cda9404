#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/families.hpp"
#include "core/hash/mix64.hpp"
#include "core/memory/freed_memory.hpp"
#include "core/spill/groups.hpp"
#include "methods/pdc/document_families.hpp"
#include "methods/pdc/sentences/hashed_position.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// Writes the runs of `least` sentences that begin in a range and whose sentences all repeat. `writer` has
/// add(HashedPosition).
template <typename Writer>
void write_runs(std::span<const std::uint32_t> classes, std::size_t begin, std::size_t end, std::uint32_t least,
                Writer& writer) {
  const std::size_t last = std::min(end + least - 1, classes.size());
  std::size_t repeating = 0;  // consecutive sentences up to here
  for (std::size_t i = begin; i < last; ++i) {
    repeating = (classes[i] & SentenceSequence::kRepeats) != 0 ? repeating + 1 : 0;
    if (repeating < least) continue;
    const std::size_t first = i + 1 - least;
    std::uint64_t hash = 0;
    for (std::size_t k = first; k <= i; ++k) hash = (hash + classes[k]) * kGoldenStep;
    writer.add({mix64(hash), static_cast<Position>(first)});
  }
}

/// Finds the families that begin with the run of a group. One object for each worker.
class GroupFamilies {
 public:
  /// `classes` must outlive this.
  GroupFamilies(std::span<const std::uint32_t> classes, std::uint32_t least) : finder_(classes, least) {}

  /// They are there until the next call.
  const Families& find(std::span<const HashedPosition> equal) {
    found_.list.clear();
    found_.places.clear();
    if (equal.size() == 1) return found_;
    group_.clear();
    for (const HashedPosition& run : equal) group_.push_back(run.position);
    finder_.find(group_, found_);
    return found_;
  }

  /// Groups of all calls in which longer families were left out (Families::capped_groups).
  [[nodiscard]] std::uint64_t capped_groups() const { return found_.capped_groups; }

 private:
  FamilyFinder finder_;
  std::vector<Position> group_;
  Families found_;
};

/// Calls `use(families, worker)` with all maximal repeats of at least `least` sentences in the sequence, a few at a
/// time, on all workers. Returns the number of groups of places in which longer ones were left out
/// (Families::capped_groups). Under any executor that has the operations of LocalExecutor.
template <typename Executor, typename Use>
std::uint64_t find_repeats(const SentenceSequence& sequence, std::uint32_t least, Executor& executor, const Use& use) {
  const std::span<const std::uint32_t> classes = sequence.classes();
  auto runs = executor.template regroup<HashedPosition>(classes.size() / 2, HashOfPosition{});
  executor.for_each_range(classes.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
    write_runs(classes, begin, end, least, runs.writer(worker));
  });
  std::vector<GroupFamilies> groups(executor.workers(), GroupFamilies(classes, least));
  runs.for_each_batch([&](std::span<const HashedPosition> batch, std::size_t worker) {
    for_each_group(batch, SameHash(), [&](std::span<const HashedPosition> equal) {
      const Families& found = groups[worker].find(equal);
      if (!found.list.empty()) use(found, worker);
    });
  });
  std::uint64_t capped_groups = 0;
  for (const GroupFamilies& own : groups) capped_groups += own.capped_groups();
  return capped_groups;
}

/// The families to be reported, likewise.
template <typename Executor>
DocumentFamilies find_families(const SentenceSequence& sequence, const FamilyChoice& choice, const FamilyMemory& memory,
                               Executor& executor) {
  std::vector<ChosenFamilies> chosen;
  for (std::size_t i = 0; i < executor.workers(); ++i) chosen.emplace_back(memory, executor.workers());
  const std::uint64_t capped_groups =
      find_repeats(sequence, choice.least_sentences, executor, [&](const Families& found, std::size_t worker) {
        for (const Family& family : found.list) {
          chosen[worker].add(sequence, family.sentences, found.places_of(family), choice);
        }
      });
  std::vector<ContentId> whole_texts;
  for (ChosenFamilies& some : chosen) {
    whole_texts.insert(whole_texts.end(), some.whole_texts.begin(), some.whole_texts.end());
    release(some.whole_texts);
  }
  chosen.front().add_whole_texts(sequence, choice, whole_texts);
  executor.for_each_range(chosen.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) chosen[i].finish();
  });
  return DocumentFamilies(std::move(chosen), capped_groups);
}

}  // namespace cento
