#include "methods/document_families.hpp"

#include <algorithm>
#include <utility>

#include "core/groups.hpp"
#include "methods/hashed_position.hpp"
#include "sign/mix64.hpp"

namespace cento {

namespace {

/// Writes the runs of `least` sentences that begin in a range and all of whose sentences repeat.
template <typename Writer>
void list_runs(std::span<const std::uint32_t> classes, std::size_t begin, std::size_t end, std::uint32_t least,
               Writer& writer) {
  const std::size_t last = std::min(end + least - 1, classes.size());
  std::size_t repeating = 0;  // sentences before here, one after the other
  for (std::size_t i = begin; i < last; ++i) {
    repeating = (classes[i] & SentenceSequence::kRepeats) != 0 ? repeating + 1 : 0;
    if (repeating < least) continue;
    const std::size_t first = i + 1 - least;
    std::uint64_t hash = 0;
    for (std::size_t k = first; k <= i; ++k) hash = (hash + classes[k]) * kGoldenStep;
    writer.add({mix64(hash), static_cast<Position>(first)});
  }
}

}  // namespace

std::uint64_t find_repeats(const SentenceSequence& sequence, std::uint32_t least, LocalExecutor& executor,
                           const std::function<void(const Families&, std::size_t)>& use) {
  struct Tools {
    FamilyFinder finder;
    std::vector<Position> group;
    Families found;
  };
  const std::span<const std::uint32_t> classes = sequence.classes();
  auto runs = executor.regroup<HashedPosition>(classes.size() / 2, HashOfPosition{});
  executor.for_each_range(classes.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
    list_runs(classes, begin, end, least, runs.writer(worker));
  });
  std::vector<Tools> tools(executor.workers(), Tools{FamilyFinder(classes, least), {}, {}});
  runs.for_each_batch([&](std::span<const HashedPosition> batch, std::size_t worker) {
    Tools& own = tools[worker];
    for_each_group(batch, SameHash(), [&](std::span<const HashedPosition> equal) {
      if (equal.size() == 1) return;
      own.group.clear();
      for (const HashedPosition& run : equal) own.group.push_back(run.position);
      own.finder.find(own.group, own.found);
      if (own.found.list.empty()) return;
      use(own.found, worker);
      own.found.list.clear();
      own.found.places.clear();
    });
  });
  std::uint64_t capped_groups = 0;
  for (const Tools& own : tools) capped_groups += own.found.capped_groups;
  return capped_groups;
}

DocumentFamilies DocumentFamilies::find(const SentenceSequence& sequence, const FamilyChoice& choice,
                                        LocalExecutor& executor) {
  std::vector<DocumentFamilies> chosen(executor.workers());
  const std::uint64_t capped_groups =
      find_repeats(sequence, choice.least_sentences, executor, [&](const Families& found, std::size_t worker) {
        for (const Family& family : found.list) {
          chosen[worker].add(sequence, family.sentences, found.places_of(family), choice);
        }
      });
  std::vector<ContentId> whole_texts;
  for (const DocumentFamilies& some : chosen) {
    whole_texts.insert(whole_texts.end(), some.whole_texts_.begin(), some.whole_texts_.end());
  }
  chosen.front().add_whole_texts(sequence, choice, whole_texts);
  executor.for_each_range(chosen.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) chosen[i].sort();
  });
  DocumentFamilies families = std::move(chosen.front());
  for (std::size_t i = 1; i < chosen.size(); ++i) families.append(chosen[i]);
  families.capped_groups_ = capped_groups;
  return families;
}

bool DocumentFamilies::is_before(const DocumentFamily& a, const DocumentFamily& b) const {
  const Position place_a = places_[a.first_place];
  const Position place_b = places_[b.first_place];
  return place_a != place_b ? place_a < place_b : a.sentences > b.sentences;
}

void DocumentFamilies::sort() {
  std::sort(list_.begin(), list_.end(),
            [&](const DocumentFamily& a, const DocumentFamily& b) { return is_before(a, b); });
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

/// Merges sorted families.
void DocumentFamilies::append(const DocumentFamilies& other) {
  const auto middle = static_cast<std::ptrdiff_t>(list_.size());
  for (DocumentFamily family : other.list_) {
    family.first_place += places_.size();
    list_.push_back(family);
  }
  places_.insert(places_.end(), other.places_.begin(), other.places_.end());
  std::inplace_merge(list_.begin(), list_.begin() + middle, list_.end(),
                     [&](const DocumentFamily& a, const DocumentFamily& b) { return is_before(a, b); });
  document_places_ += other.document_places_;
}

/// A text that several documents have is a family, too: nothing stands before or behind it. If it also stands in a
/// longer text, it was `found` among the sentences.
void DocumentFamilies::add_whole_texts(const SentenceSequence& sequence, const FamilyChoice& choice,
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
