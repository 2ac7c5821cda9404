#include "methods/document_families.hpp"

#include <algorithm>
#include <utility>

namespace cento {

DocumentFamilies DocumentFamilies::make(const SentenceSequence& sequence, std::vector<Families> found,
                                        const FamilyChoice& choice, LocalExecutor& executor) {
  std::vector<DocumentFamilies> chosen(found.size());
  executor.for_each_range(found.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      const Families some = std::move(found[i]);
      for (const Family& family : some.list) {
        chosen[i].add(sequence, family.sentences, some.places_of(family), choice);
      }
    }
  });
  DocumentFamilies families;
  for (DocumentFamilies& some : chosen) families.append(std::move(some));
  families.add_whole_texts(sequence, choice);
  const auto before = [&](const DocumentFamily& a, const DocumentFamily& b) {
    const Position place_a = families.places_[a.first_place];
    const Position place_b = families.places_[b.first_place];
    return place_a != place_b ? place_a < place_b : a.sentences > b.sentences;
  };
  std::sort(families.list_.begin(), families.list_.end(), before);
  return families;
}

void DocumentFamilies::add(const SentenceSequence& sequence, std::uint32_t sentences, std::span<const Position> places,
                           const FamilyChoice& choice) {
  documents_.clear();
  std::uint64_t document_places = 0;
  ContentId last = ~ContentId{0};
  for (const Position place : places) {
    const ContentId content = sequence.content_of(place);
    const auto parts = sequence.parts_with(content);
    document_places += parts.size();
    if (content == last) continue;
    last = content;
    for (const PartOfDocument& part : parts) documents_.push_back(part.document);
    if (sequence.sentences_of(content) == sentences) whole_texts_.push_back(content);
  }
  std::sort(documents_.begin(), documents_.end());
  documents_.erase(std::unique(documents_.begin(), documents_.end()), documents_.end());
  if (documents_.size() < 2 && !choice.within) return;
  const bool has_both = documents_.front() < choice.references && documents_.back() >= choice.references;
  if (choice.references > 0 && !has_both) return;
  document_places_ += document_places;
  list_.push_back({sentences, static_cast<std::uint32_t>(documents_.size()), places_.size(), places.size()});
  places_.insert(places_.end(), places.begin(), places.end());
}

void DocumentFamilies::append(DocumentFamilies other) {
  for (DocumentFamily& family : other.list_) family.first_place += places_.size();
  list_.insert(list_.end(), other.list_.begin(), other.list_.end());
  places_.insert(places_.end(), other.places_.begin(), other.places_.end());
  whole_texts_.insert(whole_texts_.end(), other.whole_texts_.begin(), other.whole_texts_.end());
  document_places_ += other.document_places_;
}

/// A text that several documents have is a family, too: nothing stands before or behind it. If it also stands in a
/// longer text, it was found among the sentences.
void DocumentFamilies::add_whole_texts(const SentenceSequence& sequence, const FamilyChoice& choice) {
  std::vector<std::uint8_t> is_family(sequence.contents());
  for (const ContentId content : whole_texts_) is_family[content] = 1;
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
