#include "engine/scan/passage_batches.hpp"

#include <algorithm>
#include <utility>

namespace cento {

std::vector<std::uint64_t> document_sizes(const SentenceSequence& sequence) {
  std::vector<std::uint64_t> sizes(sequence.documents());
  Features scratch;
  for (DocId document = 0; document < sizes.size(); ++document) {
    for (std::uint32_t part = 0; part < sequence.parts_of(document); ++part) {
      const ContentId content = sequence.content_of(PartOfDocument{document, part});
      sizes[document] += sequence.bytes_of(content, {0, sequence.sentences_of(content)}, scratch).size();
    }
  }
  return sizes;
}

PassageBatches::Made PassageBatches::make(std::span<const FoundPassage> found) {
  counts_ = {};
  passages_.clear();
  documents_.clear();
  places_.clear();
  for (std::size_t begin = 0; begin < found.size();) {
    std::size_t end = begin + 1;
    while (end < found.size() && found[end].a.document == found[begin].a.document &&
           found[end].b.document == found[begin].b.document) {
      ++end;
    }
    add_pair(found.subspan(begin, end - begin));
    begin = end;
  }
  if (source_.sink == nullptr) return {counts_, nullptr};
  return {counts_, source_.sink->render({passages_, documents_, {}})};
}

void PassageBatches::add_pair(std::span<const FoundPassage> found) {
  covered_a_.clear();
  covered_b_.clear();
  located_.clear();
  for (const FoundPassage& one : found) located_.push_back(locate(one));
  const bool has_loose = std::any_of(found.begin(), found.end(), [](const auto& one) { return one.loose > 0; });
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (has_loose && is_in_other(found, i)) continue;
    covered_a_.push_back({found[i].a.part, located_[i].a.bytes});
    covered_b_.push_back({found[i].b.part, located_[i].b.bytes});
    if (found[i].matched > 0) add_passage(found[i], located_[i]);
  }
  if (found.front().a.document != found.front().b.document) add_documents(found.front());
}

/// By whole sentences, so that documents are as similar whether or not passages end inside of them.
Passage PassageBatches::locate(const FoundPassage& found) {
  if (found.loose > 0) return source_.finder.locate(found, locating_);
  return {{found.a_sentences, bytes_of(found.a, found.a_sentences)},
          {found.b_sentences, bytes_of(found.b, found.b_sentences)},
          found.matched,
          found.similarity};
}

/// Whether a loose passage contains this one, which is not loose, or the other way round.
bool PassageBatches::is_in_other(std::span<const FoundPassage> found, std::size_t number) const {
  const Passage& passage = located_[number];
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool is_loose = found[number].loose > 0;
    if (is_loose == (found[i].loose > 0) || found[i].a.part != found[number].a.part ||
        found[i].b.part != found[number].b.part) {
      continue;
    }
    const Passage& other = located_[i];
    if (lies_within(passage, other) && (is_loose || !lies_within(other, passage))) return true;
  }
  return false;
}

Span PassageBatches::bytes_of(const PartOfDocument& part, const SentenceRange& sentences) {
  const SentenceSequence& sequence = source_.finder.sequence();
  return sequence.bytes_of(sequence.content_of(part), sentences, scratch_);
}

void PassageBatches::add_passage(const FoundPassage& found, const Passage& by_sentences) {
  ++counts_.passages;
  if (source_.sink == nullptr) return;
  const Passage passage = found.loose > 0 ? by_sentences : source_.finder.locate(found, locating_);
  passages_.push_back({name(found.a, passage.a), name(found.b, passage.b), passage.matched, passage.similarity});
}

void PassageBatches::add_documents(const FoundPassage& found) {
  const std::uint64_t covered_a = covered_bytes(covered_a_);
  const std::uint64_t covered_b = covered_bytes(covered_b_);
  const std::uint64_t size_a = sizes_[found.a.document];
  const std::uint64_t size_b = sizes_[found.b.document];
  const double similarity = share_of(covered_a + covered_b, size_a + size_b);
  ++counts_.document_pairs;
  if (similarity >= source_.near_duplicate) ++counts_.near_duplicates;
  if (source_.sink == nullptr) return;
  documents_.push_back({name(found.a.document), name(found.b.document), similarity, share_of(covered_a, size_a),
                        share_of(covered_b, size_b)});
}

NamedDocument PassageBatches::name(DocId document) {
  return source_.documents.name(document, places_);
}

NamedStretch PassageBatches::name(const PartOfDocument& part, const PassageSide& where) {
  return {name(part.document), source_.documents.part_name(part.document, part.part), where};
}

}  // namespace cento
