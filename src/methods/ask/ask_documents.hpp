#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/digest.hpp"
#include "index/index_view.hpp"
#include "join/bounds.hpp"
#include "methods/ask/feature_cache.hpp"
#include "methods/ask/index_questions.hpp"
#include "methods/ndd/document_signer.hpp"

namespace cento {

/// Finds identical and near-duplicate documents in an index. Candidates share a band of their sketches; each is
/// verified by its text, once for those with the same text. One for each thread.
class DocumentAsker {
 public:
  /// `view` and `cache`, which belongs to the same index, must outlive this.
  DocumentAsker(const IndexView& view, const QuestionOptions& options, FeatureCache& cache);

  /// `asked` is the digest of the document. Adds to `answer`.
  void ask(const AnalyzedDocument& document, const DigestBatch& asked, std::uint32_t but_number, IndexAnswer& answer);

 private:
  void find_identical(const Fingerprint& text, std::uint32_t but_number, IndexAnswer& answer) const;
  void list_identical(const Fingerprint& text, std::uint32_t segment, std::uint32_t but_number,
                      IndexAnswer& answer) const;
  [[nodiscard]] std::uint64_t count_identical(const Fingerprint& text, const Segment& segment,
                                              std::span<const KeyTable::Entry> entries, std::uint32_t but_number) const;
  void list_candidates(const DigestBatch& asked, std::uint32_t but_number, IndexAnswer& answer);
  void verify(const AnalyzedDocument& document, IndexAnswer& answer);
  [[nodiscard]] std::span<const std::uint64_t> features_of(const IndexedPlace& candidate, IndexAnswer& answer);
  [[nodiscard]] bool is_told(const IndexedPlace& place, std::uint32_t but_number) const;

  const IndexView& view_;
  QuestionOptions options_;
  WantedSimilarity wanted_;
  FeatureCache& cache_;
  DocumentSigner signer_;
  std::vector<IndexedPlace> candidates_;
  Features asked_features_;
  Features features_;
  std::vector<Part> other_;
};

}  // namespace cento
