#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cento/scan.hpp"
#include "engine/job_documents.hpp"
#include "engine/scan/covered_bytes.hpp"
#include "methods/pdc/pdc.hpp"

namespace cento {

/// What records of passages are made of.
struct PassageBatchSource {
  const PdcFinder& finder;
  const JobDocuments& documents;
  double near_duplicate = 0.8;
  PassageSink* sink = nullptr;  // null: passages are only counted
};

/// The bytes of each document, from the first to the last sentence of each part.
[[nodiscard]] std::vector<std::uint64_t> document_sizes(const SentenceSequence& sequence);

/// Makes records of passages, one pair of documents after the other: which passages count, and how similar documents
/// are by them. One per thread.
class PassageBatches {
 public:
  struct Counts {
    std::uint64_t document_pairs = 0;
    std::uint64_t near_duplicates = 0;
    std::uint64_t passages = 0;
  };
  struct Made {
    Counts counts;
    std::unique_ptr<PassedOn> rendered;  // null without a sink
  };

  /// `sizes`: from document_sizes(); must outlive it.
  PassageBatches(const PassageBatchSource& source, std::span<const std::uint64_t> sizes)
      : source_(source), sizes_(sizes) {}

  /// `found`: all passages of some pairs of documents, in order.
  [[nodiscard]] Made make(std::span<const FoundPassage> found);

 private:
  void add_pair(std::span<const FoundPassage> found);
  [[nodiscard]] Passage locate(const FoundPassage& found);
  [[nodiscard]] bool is_in_other(std::span<const FoundPassage> found, std::size_t number) const;
  [[nodiscard]] Span bytes_of(const PartOfDocument& part, const SentenceRange& sentences);
  void add_passage(const FoundPassage& found, const Passage& by_sentences);
  void add_documents(const FoundPassage& found);
  [[nodiscard]] NamedDocument name(DocId document);
  [[nodiscard]] NamedStretch name(const PartOfDocument& part, const PassageSide& where);

  PassageBatchSource source_;
  std::span<const std::uint64_t> sizes_;
  Counts counts_;
  std::vector<PassageRecord> passages_;
  std::vector<PairRecord> documents_;
  std::deque<std::string> places_;  // of documents whose ids are not unique
  std::vector<Passage> located_;
  std::vector<CoveredStretch> covered_a_;
  std::vector<CoveredStretch> covered_b_;
  Features scratch_;
  LocateMemory locating_;
};

}  // namespace cento
