#include "methods/pdc/tasks/home_texts.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "cento/error.hpp"
#include "methods/pdc/sentence_batch.hpp"
#include "methods/pdc/sentences/sentence_spans.hpp"

namespace cento {

namespace {

constexpr std::size_t kBits = 64;

/// What comes before the arrays of a text in a block.
struct SentTextHead {
  GlobalPlace place = 0;
  std::uint32_t first_sentence = 0;
  std::uint32_t sentences = 0;
  std::uint32_t named = 0;
  std::uint32_t edge_words = 0;
  std::uint32_t span_words = 0;
  std::uint32_t holders = 0;
};
static_assert(sizeof(SentTextHead) == 32);

SentTextHead head_of(const TextAtHome& text) {
  const auto size = [](const auto& values) { return static_cast<std::uint32_t>(values.size()); };
  return {text.place,        text.first_sentence,   text.sentences,
          size(text.named),  size(text.edge_words), size(text.span_words),
          size(text.holders)};
}

TextAtHome next_text(BlockReader& reader, const SentTextHead& head) {
  TextAtHome text;
  text.place = head.place;
  text.first_sentence = head.first_sentence;
  text.sentences = head.sentences;
  text.is_named = reader.values<std::uint64_t>((head.sentences + kBits - 1) / kBits);
  text.named = reader.values<GlobalClass>(head.named);
  text.edge_words = reader.values<std::uint16_t>(head.edge_words);
  text.span_words = reader.values<std::uint64_t>(head.span_words);
  text.holders = reader.values<TextHolder>(head.holders);
  return text;
}

bool is_named(const TextAtHome& text, std::uint32_t sentence) {
  return (text.is_named[sentence / kBits] >> (sentence % kBits) & 1U) != 0;
}

SequenceOptions home_sequence_options(const PdcTask& task) {
  PdcOptions options = task.options;
  options.memory_bytes = task.memory.bytes;
  options.temp_dir = task.memory.temp_dir;
  SequenceOptions sequence = sequence_options(options, PdcMemory(options));
  sequence.near.reset();
  return sequence;
}

}  // namespace

Span TextAtHome::bytes_of(const SentenceRange& range) const {
  return packed_span(span_words, range);
}

TextAtHome text_at_home(const PdcPart& part, std::uint32_t content) {
  const TextOfPart& stored = part.text(content);
  const SentencesOfPart& sentences = part.sentences();
  TextAtHome text;
  text.place = part.place(content);
  text.first_sentence = stored.first_sentence;
  text.sentences = stored.sentences;
  text.is_named.resize((stored.sentences + kBits - 1) / kBits);
  const std::span<const GlobalClass> classes = part.classes_of(stored);
  for (std::uint32_t i = 0; i < stored.sentences; ++i) {
    if ((classes[i] & kClassRepeats) == 0 && part.near(first_of(classes[i])).empty()) continue;
    text.is_named[i / kBits] |= std::uint64_t{1} << (i % kBits);
    text.named.push_back(classes[i]);
  }
  if (part.task().options.passages.edges == PassageEdges::word) {
    const auto words = sentences.edge_words_of(stored);
    text.edge_words.assign(words.begin(), words.end());
  }
  const auto spans = sentences.span_words_of(stored);
  text.span_words.assign(spans.begin(), spans.end());
  const auto holders = part.holders(content);
  text.holders.assign(holders.begin(), holders.end());
  return text;
}

void append_text(const TextAtHome& text, std::string& out) {
  append_value(head_of(text), out);
  append_values(std::span(text.is_named), out);
  append_values(std::span(text.named), out);
  append_values(std::span(text.edge_words), out);
  append_values(std::span(text.span_words), out);
  append_values(std::span(text.holders), out);
}

HomeTexts::HomeTexts(const PdcPart& part, std::span<const TaskBlock> sent, std::span<const GlobalPlace> wanted)
    : sequence_(home_sequence_options(part.task())) {
  std::map<GlobalPlace, TextAtHome> arrived;
  for (const TaskBlock& block : sent) {
    for (BlockReader reader(block.bytes); !reader.is_at_end();) {
      TextAtHome text = next_text(reader, reader.value<SentTextHead>());
      const GlobalPlace place = text.place;
      arrived.emplace(place, std::move(text));
    }
  }
  for (const GlobalPlace place : wanted) {
    if (part_of(place) == part.number()) {
      texts_.push_back(text_at_home(part, number_in(place)));
      continue;
    }
    const auto found = arrived.find(place);
    if (found == arrived.end()) throw Error("a task got fewer texts than it asked for: start the run again");
    texts_.push_back(std::move(found->second));
  }
  for (std::size_t i = 0; i < texts_.size(); ++i) add_to_sequence(texts_[i], i);
  name_classes();
  set_classes();
  near_ = NearClasses(near_pairs(part), classes_.size() + sequence_.positions());
}

void HomeTexts::add_to_sequence(const TextAtHome& text, std::size_t number) {
  SentenceBatch batch;
  batch.edge_words.insert(batch.edge_words.end(), text.edge_words.begin(), text.edge_words.end());
  sequence_.add_part({number, 1});
  sequence_.add_sentences(batch, 0, text.sentences);
  sequence_.end_content(text.span_words);
  sequence_.end_document(1);
}

void HomeTexts::name_classes() {
  for (const TextAtHome& text : texts_) {
    for (const GlobalClass one : text.named) classes_.push_back(first_of(one));
  }
  std::sort(classes_.begin(), classes_.end());
  classes_.erase(std::unique(classes_.begin(), classes_.end()), classes_.end());
}

std::uint32_t HomeTexts::number_of(GlobalPlace name) const {
  return static_cast<std::uint32_t>(std::lower_bound(classes_.begin(), classes_.end(), name) - classes_.begin());
}

/// Sentences that match nothing, and what is between contents, have numbers after those of the named classes.
void HomeTexts::set_classes() {
  const std::span<std::uint32_t> classes = sequence_.start_classes();
  auto next = static_cast<std::uint32_t>(classes_.size());
  for (std::uint32_t& one : classes) one = next++;
  for (ContentId content = 0; content < texts_.size(); ++content) {
    const TextAtHome& text = texts_[content];
    auto named = text.named.begin();
    for (std::uint32_t i = 0; i < text.sentences; ++i) {
      if (!is_named(text, i)) continue;
      const std::uint32_t flag = (*named & kClassRepeats) != 0 ? SentenceSequence::kRepeats : 0;
      classes[sequence_.begin_of(content) + i] = number_of(first_of(*named++)) | flag;
    }
  }
  sequence_.end_classes(0);
}

std::vector<NearPair> HomeTexts::near_pairs(const PdcPart& part) const {
  std::vector<NearPair> pairs;
  for (const NearClass& near : part.near()) {
    const std::uint32_t a = number_of(near.name);
    const std::uint32_t b = number_of(near.other);
    if (a == classes_.size() || b == classes_.size() || classes_[a] != near.name || classes_[b] != near.other) continue;
    pairs.push_back({std::min(a, b), std::max(a, b), near.similarity});
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

ContentId HomeTexts::content_of(GlobalPlace text) const {
  const auto found = std::lower_bound(texts_.begin(), texts_.end(), text,
                                      [](const TextAtHome& one, GlobalPlace place) { return one.place < place; });
  return static_cast<ContentId>(found - texts_.begin());
}

std::vector<Position> HomeTexts::positions_of(ContentId content, GlobalPlace name) const {
  std::vector<Position> positions;
  const std::uint32_t number = number_of(name);
  const std::span<const std::uint32_t> classes = sequence_.classes_of(content);
  for (std::uint32_t i = 0; i < classes.size(); ++i) {
    if ((classes[i] & ~SentenceSequence::kRepeats) == number) positions.push_back(sequence_.begin_of(content) + i);
  }
  return positions;
}

}  // namespace cento
