#include "methods/ask_documents.hpp"

#include <algorithm>

#include "join/similar_pair.hpp"
#include "join/verify.hpp"

namespace cento {

DocumentAsker::DocumentAsker(const IndexView& view, const QuestionOptions& options)
    : view_(view),
      options_(options),
      wanted_(Measure::jaccard, view.options().least_similarity),
      signer_({view.options().features, 0, view.statistics()}) {}

bool DocumentAsker::is_told(const IndexedPlace& place, std::uint32_t but_number) const {
  return place.number != but_number && !view_.is_removed(place.number);
}

void DocumentAsker::ask(std::span<const Part> parts, const DigestBatch& asked, std::uint32_t but_number,
                        IndexAnswer& answer) {
  find_identical(asked.texts.front(), but_number, answer);
  if (!options_.documents) return;
  list_candidates(asked, but_number, answer);
  if (!candidates_.empty()) verify(parts, answer);
}

void DocumentAsker::find_identical(const Fingerprint& text, std::uint32_t but_number, IndexAnswer& answer) const {
  for (std::uint32_t number = 0; number < view_.segments().size(); ++number) {
    const Segment& segment = *view_.segments()[number];
    for (const KeyTable::Entry& entry : segment.table(IndexTable::texts).find(text.low)) {
      if (entry.value >= segment.documents() || segment.texts()[entry.value] != text) continue;
      const IndexedPlace place{number, entry.value, segment.numbers()[entry.value]};
      if (is_told(place, but_number)) answer.identical.push_back(place);
    }
  }
  std::sort(answer.identical.begin(), answer.identical.end(),
            [](const IndexedPlace& x, const IndexedPlace& y) { return x.number < y.number; });
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

void DocumentAsker::verify(std::span<const Part> parts, IndexAnswer& answer) {
  signer_.sign(parts, asked_features_);
  const auto size = static_cast<std::uint32_t>(asked_features_.size());
  std::vector<Part> other;
  for (const IndexedPlace& candidate : candidates_) {
    const auto document = view_.readable_document(candidate.number, IndexView::Texts::yes);
    if (!document) continue;
    other.clear();
    for (const StoredPart& part : document->parts) other.push_back({part.name, part.text});
    signer_.sign(other, features_);
    const auto shared = verify_similarity(asked_features_, features_, wanted_);
    if (!shared) continue;
    const SimilarPair pair{0, 0, *shared, size, static_cast<std::uint32_t>(features_.size())};
    answer.similar.push_back({candidate, pair.similarity(), pair.contained_a(), pair.contained_b()});
  }
  std::stable_sort(answer.similar.begin(), answer.similar.end(),
                   [](const SimilarDocument& x, const SimilarDocument& y) { return x.similarity > y.similarity; });
  if (answer.similar.size() > options_.limit) answer.similar.resize(options_.limit);
}

}  // namespace cento
