#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/memory/plain_vector.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/spill/record_spool.hpp"
#include "methods/cuts/repeat_records.hpp"
#include "methods/cuts/repeated_sentences.hpp"

namespace cento {

/// The collection that is cut; both must outlive the cutting.
struct CutCollection {
  const SpillableVector<StoredText>& texts;  // then one whose first sentence is past the last
  const RecordSpool<StoredSentence>& sentences;
  std::uint64_t reference_sentences = 0;  // the first ones, which are not cut
};

/// Cuts the texts of a collection, in their order: which sentences go, where each of them is kept, and what white space
/// goes with them. Used by RepeatedSentenceRun.
class RepeatCutter {
 public:
  using UseRun = std::function<void(const RepeatedRun&)>;

  /// `memory`: for a number per sentence; the rest goes to a file in `temp_dir`.
  RepeatCutter(const CutCollection& collection, std::uint32_t min_sentences, const MemoryPart& memory,
               const std::string& temp_dir);

  /// Takes all repetitions, sorted, some at a time. Calls `use` with the cuts, in order, on this thread: here those of
  /// all texts but the last, finish() those of the rest.
  void add(std::span<const WindowRepetition> sorted, const UseRun& use);
  void finish(const UseRun& use);

  /// What was cut.
  [[nodiscard]] const RepeatCounts& counts() const { return counts_; }

 private:
  void finish_text(const UseRun& use);
  void cut_text(std::size_t number, std::span<const WindowRepetition> repetitions, const UseRun& use);
  void settle(std::uint64_t text_first);
  [[nodiscard]] bool is_cut(std::size_t sentence, const StoredText& text) const {
    return sentence < stays_at_.size() && stays_at_[sentence] != text.first + sentence;
  }
  void tell_runs(const StoredText& text, const UseRun& use);
  void tell_run(const StoredText& text, std::size_t begin, std::size_t end, const UseRun& use);
  [[nodiscard]] SentenceRun kept_run(const StoredText& text, std::uint64_t first, std::uint64_t last);
  [[nodiscard]] std::size_t text_of(std::uint64_t sentence) const;

  CutCollection collection_;
  std::uint32_t min_sentences_;
  RecordSpool<std::uint64_t> staying_;  // by sentence: the equal one that is kept, possibly itself
  SpoolReader<StoredSentence> stored_sentences_;
  SpoolReader<std::uint64_t> settled_;
  std::size_t text_ = 0;                       // the current one
  PlainVector<WindowRepetition> repetitions_;  // in it
  PlainVector<std::uint64_t> stays_at_;        // of the current text: as staying_
  PlainVector<StoredSentence> of_text_;        // its sentences
  DocId last_cut_document_ = ~DocId{0};
  RepeatCounts counts_;
};

}  // namespace cento
