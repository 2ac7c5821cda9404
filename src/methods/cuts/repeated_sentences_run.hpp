#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/memory/spillable_memory.hpp"
#include "core/parallel/executor.hpp"
#include "core/spill/record_spool.hpp"
#include "methods/cuts/first_windows.hpp"
#include "methods/cuts/recent_windows.hpp"
#include "methods/cuts/repeat_cuts.hpp"
#include "methods/cuts/repeat_kernels.hpp"
#include "methods/cuts/repeat_records.hpp"
#include "methods/cuts/repeat_signer.hpp"
#include "methods/cuts/repeated_sentences.hpp"

namespace cento {

/// Finds what may be cut, under any executor that has the operations of LocalExecutor: what RepeatedSentenceFinder does
/// once sentences are signed. Windows are regrouped by fingerprint, so that equal ones come together; repetitions are
/// regrouped by place, and the texts are cut in their order.
template <typename Executor>
class RepeatedSentenceRun {
 public:
  /// The part of the memory that the executor should have: it is held besides reading.
  [[nodiscard]] static MemoryPart executor_memory(const RepeatOptions& options) { return part(options, kShuffles); }

  /// `options` must be in range; their threads and progress are the executor's.
  RepeatedSentenceRun(const RepeatOptions& options, Executor& executor)
      : options_(options),
        executor_(executor),
        windows_(executor.template regroup<SignedWindow>(kLikelyWindows, FingerprintOfWindow())),
        document_memory_(part(options, kDocuments), options.temp_dir),
        told_(std::in_place, part(options, kTold), options.temp_dir),
        sentences_(part(options, kSentences), options.temp_dir),
        texts_(SpillableAllocator<StoredText>(&document_memory_)) {
    wanted_.window_sentences = options.min_sentences;
  }

  // As in RepeatedSentenceFinder.

  void add(const RepeatBatch& batch) {
    const std::uint64_t before = sentences_.append(batch.sentences);
    for (StoredText text : batch.texts) {
      text.first += before;
      text.document += documents_;
      texts_.push_back(text);
    }
    documents_ += batch.documents;
    for (SignedWindow window : batch.windows) {
      window.first += before;
      add_window(window);
    }
  }

  void end_reference() { wanted_.reference_sentences = sentences_.size(); }

  RepeatCounts find(const RepeatCutter::UseRun& use) {
    texts_.push_back({sentences_.size(), documents_, 0, 0});
    Repetitions repetitions = executor_.template regroup<WindowRepetition>(
        told_->size() * 2 + sentences_.size() / kLikelyShare, FirstOfRepetition{OrderedKey(sentences_.size() + 1)},
        part(options_, kShuffles));
    find_repetitions(repetitions);
    RepeatCutter cutter({texts_, sentences_, wanted_.reference_sentences}, options_.min_sentences,
                        part(options_, kCuts), options_.temp_dir);
    FirstWindows firsts(wanted_);
    std::vector<WindowRepetition> cut;
    repetitions.read_in_order([&](std::span<const WindowRepetition> sorted) {
      firsts.resolve(sorted, cut);
      cutter.add(cut, use);
    });
    cutter.finish(use);
    RepeatCounts counts = cutter.counts();
    counts.sentences = sentences_.size() - wanted_.reference_sentences;
    counts.spilled_bytes = windows_.spilled_bytes() + repetitions.spilled_bytes();
    return counts;
  }

 private:
  using Windows = typename Executor::template Regrouping<SignedWindow, FingerprintOfWindow>;
  using Repetitions = typename Executor::template Regrouping<WindowRepetition, FirstOfRepetition>;

  // Of eight shares of the memory, a shuffle and two spools take three while documents are read, which needs some as
  // well; then there are two shuffles and two spools, and finally a shuffle, two spools and the results.
  static constexpr MemoryShare kShuffles{"regrouped windows of sentences", 8};
  static constexpr MemoryShare kTold{"repetitions of earlier texts", 8};
  static constexpr MemoryShare kSentences{"sentences", 8};
  static constexpr MemoryShare kCuts{"cuts", 8};
  static constexpr MemoryShare kDocuments{"table of texts", 32};

  [[nodiscard]] static MemoryPart part(const RepeatOptions& options, const MemoryShare& share) {
    return MemoryBudget(options.memory_bytes, options.ledger).part(share);
  }
  static constexpr std::uint64_t kLikelyWindows = std::uint64_t{1} << 22;  // the number is not known while reading
  static constexpr std::uint64_t kLikelyShare = 4;                         // one in this many windows is a repetition

  void add_window(const SignedWindow& window) {
    const auto earlier = recent_.find(window, options_.min_sentences);
    if (!earlier) {
      windows_.writer(0).add(window);
      return;
    }
    if (earlier->is_new) told_->append(std::array{WindowRepetition::remembering(earlier->first, earlier->slot)});
    told_->append(std::array{WindowRepetition::of_remembered(window.first, earlier->slot)});
  }

  void find_repetitions(Repetitions& out) {
    windows_.for_each_batch([&](std::span<const SignedWindow> sorted, std::size_t worker) {
      list_all_repetitions(sorted, out.writer(worker));
    });
    executor_.give_memory_back(0);
    SpoolReader<WindowRepetition> recent(*told_);
    for (std::uint64_t i = 0; i < told_->size(); ++i) {
      const WindowRepetition repetition = recent.at(i);
      if (repetition.is_remembering() || !wanted_.is_reference(repetition.first)) out.writer(0).add(repetition);
    }
    told_.reset();
  }

  RepeatOptions options_;
  Executor& executor_;
  Windows windows_;
  SpillableMemory document_memory_;
  RecentWindows recent_;
  std::optional<RecordSpool<WindowRepetition>> told_;  // repetitions that recent_ found, until they are regrouped
  RecordSpool<StoredSentence> sentences_;
  SpillableVector<StoredText> texts_;
  std::uint32_t documents_ = 0;
  WantedRepetitions wanted_;
};

extern template class RepeatedSentenceRun<LocalExecutor>;

}  // namespace cento
