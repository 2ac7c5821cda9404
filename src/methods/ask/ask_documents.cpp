#include "methods/ask/ask_documents.hpp"

#include <algorithm>

#include "join/similar_pair.hpp"
#include "join/verify.hpp"

namespace cento {

DocumentAsker::DocumentAsker(const IndexView& view, const QuestionOptions& options, FeatureCache& cache)
    : view_(view),
      options_(options),
      wanted_(Measure::jaccard, view.options().least_similarity),
      cache_(cache),
      signer_({view.options().features, 0, view.statistics()}) {}

bool DocumentAsker::is_told(const IndexedPlace& place, std::uint32_t but_number) const {
  return place.number != but_number && !view_.is_removed(place.number);
}

void DocumentAsker::ask(const AnalyzedDocument& document, const DigestBatch& asked, std::uint32_t but_number,
                        IndexAnswer& answer) {
  find_identical(asked.texts.front(), but_number, answer);
  if (!options_.documents) return;
  list_candidates(asked, but_number, answer);
  if (!candidates_.empty()) verify(document, answer);
}

void DocumentAsker::find_identical(const Fingerprint& text, std::uint32_t but_number, IndexAnswer& answer) const {
  for (std::uint32_t number = 0; number < view_.segments().size(); ++number) {
    list_identical(text, number, but_number, answer);
  }
  std::sort(answer.identical.begin(), answer.identical.end(),
            [](const IndexedPlace& x, const IndexedPlace& y) { return x.number < y.number; });
  if (answer.identical.size() <= options_.limit) return;
  answer.identical_unlisted += answer.identical.size() - options_.limit;
  answer.identical.resize(options_.limit);
}

/// Lists the first ones of a segment, up to the limit, and counts the others.
void DocumentAsker::list_identical(const Fingerprint& text, std::uint32_t number, std::uint32_t but_number,
                                   IndexAnswer& answer) const {
  const Segment& segment = *view_.segments()[number];
  const std::span<const KeyTable::Entry> entries = segment.table(IndexTable::texts).find(text.low);
  std::size_t listed = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (listed == options_.limit) {
      answer.identical_unlisted += count_identical(text, segment, entries.subspan(i), but_number);
      return;
    }
    const std::uint32_t document = entries[i].value;
    if (document >= segment.documents() || segment.texts()[document] != text) continue;
    const IndexedPlace place{number, document, segment.numbers()[document]};
    if (!is_told(place, but_number)) continue;
    answer.identical.push_back(place);
    ++listed;
  }
}

/// How many of these are reported. If none were removed, the entries are counted without examining them: equality of 48
/// bits of a fingerprint is enough for a count.
std::uint64_t DocumentAsker::count_identical(const Fingerprint& text, const Segment& segment,
                                             std::span<const KeyTable::Entry> entries, std::uint32_t but_number) const {
  if (view_.has_removed()) {
    return static_cast<std::uint64_t>(std::count_if(entries.begin(), entries.end(), [&](const KeyTable::Entry& entry) {
      if (entry.value >= segment.documents() || segment.texts()[entry.value] != text) return false;
      return is_told({0, entry.value, segment.numbers()[entry.value]}, but_number);
    }));
  }
  const std::uint32_t itself = but_number == 0 ? segment.documents() : segment.ordinal_of(but_number);
  const auto before = [](const KeyTable::Entry& entry, std::uint32_t document) { return entry.value < document; };
  const auto place = std::lower_bound(entries.begin(), entries.end(), itself, before);
  const bool is_listed = itself < segment.documents() && place != entries.end() && place->value == itself;
  return entries.size() - (is_listed ? 1 : 0);
}

void DocumentAsker::list_candidates(const DigestBatch& asked, std::uint32_t but_number, IndexAnswer& answer) {
  candidates_.clear();
  const std::span<const IndexKey> bands = asked.keys_of(IndexTable::documents);
  for (std::uint32_t number = 0; number < view_.segments().size(); ++number) {
    const Segment& segment = *view_.segments()[number];
    find_all_values(segment.table(IndexTable::documents), bands, [&](std::uint32_t document) {
      if (document >= segment.documents() || segment.texts()[document] == asked.texts.front()) return;
      const IndexedPlace place{number, document, segment.numbers()[document]};
      if (is_told(place, but_number)) candidates_.push_back(place);
    });
  }
  const auto before = [](const IndexedPlace& x, const IndexedPlace& y) { return x.number < y.number; };
  const auto same = [](const IndexedPlace& x, const IndexedPlace& y) { return x.number == y.number; };
  std::sort(candidates_.begin(), candidates_.end(), before);
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end(), same), candidates_.end());
  if (candidates_.size() <= IndexAnswer::kCandidatesMost) return;
  answer.left_out_documents = candidates_.size() - IndexAnswer::kCandidatesMost;
  candidates_.resize(IndexAnswer::kCandidatesMost);
}

/// Candidates ascend by number, so once the limit is reached with documents of maximal similarity, no later one can
/// precede them.
void DocumentAsker::verify(const AnalyzedDocument& document, IndexAnswer& answer) {
  signer_.sign(document, asked_features_);
  const auto size = static_cast<std::uint32_t>(asked_features_.size());
  std::size_t equal = 0;
  for (const IndexedPlace& candidate : candidates_) {
    if (equal == options_.limit) break;
    const std::span<const std::uint64_t> features = features_of(candidate, answer);
    const auto shared = verify_similarity(asked_features_, features, wanted_);
    if (!shared) continue;
    const SimilarPair pair{0, 0, *shared, size, static_cast<std::uint32_t>(features.size())};
    answer.similar.push_back({candidate, pair.similarity(), pair.contained_a(), pair.contained_b()});
    equal += *shared == size && features.size() == size ? 1 : 0;
  }
  std::stable_sort(answer.similar.begin(), answer.similar.end(),
                   [](const SimilarDocument& x, const SimilarDocument& y) { return x.similarity > y.similarity; });
  if (answer.similar.size() > options_.limit) answer.similar.resize(options_.limit);
}

/// Empty if the document was removed meanwhile or is damaged.
std::span<const std::uint64_t> DocumentAsker::features_of(const IndexedPlace& candidate, IndexAnswer& answer) {
  const CheckedArray<Fingerprint> texts = view_.segments()[candidate.segment]->texts();
  if (!texts.are_sound(candidate.document, std::size_t{candidate.document} + 1)) return {};
  const Fingerprint text = texts[candidate.document];
  if (const Features* known = cache_.find(text)) return *known;
  ++answer.compared_documents;
  try {
    const auto document = view_.readable_document(candidate.number, IndexView::Texts::yes);
    if (!document) return {};
    other_.clear();
    for (const StoredPart& part : document->parts) other_.push_back({part.name, part.text});
    signer_.sign(other_, features_);
  } catch (const DocumentRemoved&) {
    return {};
  }
  cache_.add(text, features_);
  return features_;
}

}  // namespace cento
