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

constexpr unsigned kWorkerShift = 48;  // in DocumentFamily::list: the worker whose list it is

bool is_before(const DocumentFamily& a, const DocumentFamily& b) {
  return a.first != b.first ? a.first < b.first : a.sentences > b.sentences;
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

struct DocumentFamilies::Chosen {
  Chosen(const FamilyMemory& memory, std::size_t workers)
      : places(std::make_unique<PositionLists>(memory.memory_bytes / workers, memory.temp_dir)) {}

  void add(const SentenceSequence& sequence, std::uint32_t sentences, std::span<const Position> found,
           const FamilyChoice& choice);
  void add_whole_texts(const SentenceSequence& sequence, const FamilyChoice& choice,
                       const std::vector<ContentId>& found);
  void finish();

  std::vector<DocumentFamily> list;
  std::unique_ptr<PositionLists> places;
  std::vector<ContentId> whole_texts;  // contents that are a family as a whole
  std::vector<DocId> documents;        // scratch
  std::uint64_t document_places = 0;
};

DocumentFamilies DocumentFamilies::find(const SentenceSequence& sequence, const FamilyChoice& choice,
                                        const FamilyMemory& memory, LocalExecutor& executor) {
  std::vector<Chosen> chosen;
  for (std::size_t i = 0; i < executor.workers(); ++i) chosen.emplace_back(memory, executor.workers());
  DocumentFamilies families;
  families.capped_groups_ =
      find_repeats(sequence, choice.least_sentences, executor, [&](const Families& found, std::size_t worker) {
        for (const Family& family : found.list) {
          chosen[worker].add(sequence, family.sentences, found.places_of(family), choice);
        }
      });
  std::vector<ContentId> whole_texts;
  for (Chosen& some : chosen) {
    whole_texts.insert(whole_texts.end(), some.whole_texts.begin(), some.whole_texts.end());
    some.whole_texts = {};
  }
  chosen.front().add_whole_texts(sequence, choice, whole_texts);
  executor.for_each_range(chosen.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) chosen[i].finish();
  });
  families.merge(chosen);
  return families;
}

void DocumentFamilies::Chosen::finish() {
  places->finish();
  documents = {};
  std::sort(list.begin(), list.end(), is_before);
}

void DocumentFamilies::merge(std::vector<Chosen>& chosen) {
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
    chosen[worker].list = {};
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

void DocumentFamilies::Chosen::add(const SentenceSequence& sequence, std::uint32_t sentences,
                                   std::span<const Position> found, const FamilyChoice& choice) {
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

/// A text that several documents have is a family, too: nothing stands before or behind it. If it also stands in a
/// longer text, it was `found` among the sentences.
void DocumentFamilies::Chosen::add_whole_texts(const SentenceSequence& sequence, const FamilyChoice& choice,
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
