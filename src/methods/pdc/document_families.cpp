#include "methods/pdc/document_families.hpp"

#include <algorithm>
#include <utility>

#include "core/memory/freed_memory.hpp"

namespace cento {

namespace {

constexpr unsigned kWorkerShift = 48;  // in DocumentFamily::list: the worker whose list it is

bool is_before(const DocumentFamily& a, const DocumentFamily& b) {
  return a.first != b.first ? a.first < b.first : a.sentences > b.sentences;
}

}  // namespace

void ChosenFamilies::finish() {
  places->finish();
  release(documents);
  std::sort(list.begin(), list.end(), is_before);
}

DocumentFamilies::DocumentFamilies(std::vector<ChosenFamilies> chosen, std::uint64_t capped_groups)
    : capped_groups_(capped_groups) {
  list_ = std::move(chosen.front().list);
  for (std::size_t worker = 0; worker < chosen.size(); ++worker) {
    document_places_ += chosen[worker].document_places;
    places_.push_back(std::move(chosen[worker].places));
    if (worker == 0) continue;
    const auto middle = static_cast<std::ptrdiff_t>(list_.size());
    list_.reserve(list_.size() + chosen[worker].list.size());
    for (DocumentFamily family : chosen[worker].list) {
      family.list |= std::uint64_t{worker} << kWorkerShift;
      list_.push_back(family);
    }
    release(chosen[worker].list);
    std::inplace_merge(list_.begin(), list_.begin() + middle, list_.end(), is_before);
  }
}

std::span<const Position> DocumentFamilies::places_of(const DocumentFamily& family,
                                                      PlainVector<Position>& scratch) const {
  const std::uint64_t begin = family.list & ((std::uint64_t{1} << kWorkerShift) - 1);
  return places_[family.list >> kWorkerShift]->get(begin, family.places, scratch);
}

std::uint64_t DocumentFamilies::spilled_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& places : places_) bytes += places->spilled_bytes();
  return bytes;
}

void ChosenFamilies::add(const SentenceSequence& sequence, std::uint32_t sentences, std::span<const Position> found,
                         const FamilyChoice& choice) {
  documents.clear();
  std::uint64_t count = 0;
  ContentId last = ~ContentId{0};
  for (const Position place : found) {
    const ContentId content = sequence.content_of(place);
    const auto parts = sequence.parts_with(content);
    count += parts.size();
    if (content == last) continue;
    last = content;
    for (const PartOfDocument& part : parts) documents.push_back(part.document);
    if (sequence.sentences_of(content) == sentences) whole_texts.push_back(content);
  }
  std::sort(documents.begin(), documents.end());
  documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
  if (documents.size() < 2 && !choice.within) return;
  const bool has_both = documents.front() < choice.references && documents.back() >= choice.references;
  if (choice.references > 0 && !has_both) return;
  document_places += count;
  list.push_back({sentences, static_cast<std::uint32_t>(documents.size()), found.front(),
                  static_cast<std::uint32_t>(found.size()), places->add(found)});
}

/// A text that several documents have is a family, too: nothing comes before or after it. If it also occurs in a longer
/// text, it was `found` among the sentences.
void ChosenFamilies::add_whole_texts(const SentenceSequence& sequence, const FamilyChoice& choice,
                                     const std::vector<ContentId>& found) {
  std::vector<std::uint8_t> is_family(sequence.contents());
  for (const ContentId content : found) is_family[content] = 1;
  for (ContentId content = 0; content < sequence.contents(); ++content) {
    const std::uint32_t sentences = sequence.sentences_of(content);
    const std::size_t parts = sequence.parts_with(content).size();
    const bool is_long = sentences >= choice.least_sentences || (sentences > 0 && parts > choice.pairs_up_to);
    if (parts < 2 || !is_long || is_family[content] != 0) continue;
    const Position place = sequence.begin_of(content);
    add(sequence, sentences, std::span(&place, 1), choice);
  }
}

}  // namespace cento
