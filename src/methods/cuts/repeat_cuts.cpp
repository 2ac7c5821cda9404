#include "methods/cuts/repeat_cuts.hpp"

#include <algorithm>

#include "methods/cuts/cut_runs.hpp"

namespace cento {

RepeatCutter::RepeatCutter(const CutCollection& collection, std::uint32_t min_sentences, const MemoryPart& memory,
                           const std::string& temp_dir)
    : collection_(collection),
      min_sentences_(min_sentences),
      staying_(memory, temp_dir),
      stored_sentences_(collection.sentences),
      settled_(staying_) {}

void RepeatCutter::add(std::span<const WindowRepetition> sorted, const UseRun& use) {
  for (const WindowRepetition& repetition : sorted) {
    while (repetition.first >= collection_.texts[text_ + 1].first) finish_text(use);
    repetitions_.push_back(repetition);
  }
}

void RepeatCutter::finish(const UseRun& use) {
  while (text_ + 1 < collection_.texts.size()) finish_text(use);
}

void RepeatCutter::finish_text(const UseRun& use) {
  cut_text(text_++, repetitions_, use);
  repetitions_.clear();
}

void RepeatCutter::cut_text(std::size_t number, std::span<const WindowRepetition> repetitions, const UseRun& use) {
  const StoredText& text = collection_.texts[number];
  const auto size = static_cast<std::size_t>(collection_.texts[number + 1].first - text.first);
  stays_at_.assign(size, kStaysWhereItIs);
  for (const WindowRepetition& repetition : repetitions) {
    mark_window(static_cast<std::size_t>(repetition.first - text.first), min_sentences_, repetition.earlier, stays_at_);
  }
  settle(text.first);
  staying_.append(stays_at_);
  if (!repetitions.empty()) tell_runs(text, use);
}

/// Replaces the equal sentence of each by the one that is kept; a sentence that is not cut is its own.
void RepeatCutter::settle(std::uint64_t text_first) {
  for (std::size_t i = 0; i < stays_at_.size(); ++i) {
    std::uint64_t& place = stays_at_[i];
    if (place == kStaysWhereItIs) {
      place = text_first + i;
    } else {
      place = place < text_first ? settled_.at(place) : stays_at_[static_cast<std::size_t>(place - text_first)];
    }
  }
}

void RepeatCutter::tell_runs(const StoredText& text, const UseRun& use) {
  collection_.sentences.read(text.first, stays_at_.size(), of_text_);
  for (std::size_t begin = 0, end = 0; begin < stays_at_.size(); begin = end + 1) {
    for (end = begin; is_cut(end, text);) ++end;
    if (end > begin) tell_run(text, begin, end, use);
  }
  if (text.document == last_cut_document_) return;
  last_cut_document_ = text.document;
  ++counts_.cut_documents;
}

/// Reports the removed sentences [begin, end), in pieces that are kept together elsewhere.
void RepeatCutter::tell_run(const StoredText& text, std::size_t begin, std::size_t end, const UseRun& use) {
  counts_.cut_sentences += end - begin;
  if (is_whole_text(std::span(of_text_).subspan(begin, end - begin))) ++counts_.emptied_parts;
  std::uint64_t kept_end = 0;  // of the text where the current piece is kept
  const auto is_kept_after = [&](std::size_t first, std::size_t sentence) {
    if (sentence == first + 1) kept_end = collection_.texts[text_of(stays_at_[first]) + 1].first;
    return stays_at_[sentence] == stays_at_[first] + (sentence - first) && stays_at_[sentence] < kept_end;
  };
  for_each_piece(text, of_text_, begin, end, is_kept_after,
                 [&](std::size_t first, std::size_t behind, const SentenceRun& cut) {
                   const std::uint64_t kept = stays_at_[first];
                   counts_.cut_bytes += cut.bytes.size();
                   counts_.by_reference += kept < collection_.reference_sentences ? behind - first : 0;
                   use({cut, kept_run(collection_.texts[text_of(kept)], kept, kept + (behind - first) - 1)});
                 });
}

SentenceRun RepeatCutter::kept_run(const StoredText& text, std::uint64_t first, std::uint64_t last) {
  const StoredSentence begin = stored_sentences_.at(first);
  const StoredSentence end = stored_sentences_.at(last);
  return {text.document, text.part, {begin.number, end.number + 1}, {begin.bytes.begin, end.bytes.end}};
}

std::size_t RepeatCutter::text_of(std::uint64_t sentence) const {
  const auto begins_behind = [](std::uint64_t number, const StoredText& text) { return number < text.first; };
  const auto behind = std::upper_bound(collection_.texts.begin(), collection_.texts.end(), sentence, begins_behind);
  return static_cast<std::size_t>(behind - collection_.texts.begin()) - 1;
}

}  // namespace cento
