#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cento/scan.hpp"
#include "engine/job_documents.hpp"
#include "methods/loose/loose_passages.hpp"
#include "methods/pdc/pdc.hpp"

namespace cento {

/// What was handed on.
struct PassageScanCounts {
  std::uint64_t document_pairs = 0;
  std::uint64_t near_duplicates = 0;
  std::uint64_t passages = 0;
  std::uint64_t boilerplate = 0;  // families
};

/// Reads collections, finds the passages that their documents share, and hands them on. The calls come in this order.
class PassageScan {
 public:
  /// The references must outlive it; `sink` is null when records are only counted. Throws UsageError as PdcFinder does.
  PassageScan(const ScanOptions& options, Job& job, const JobCollections& collections, PassageSink* sink);
  ~PassageScan();

  void read();

  /// Has only these pairs of documents matched.
  void list_pairs(std::vector<DocPair> pairs);

  void find();

  /// Hands on the records.
  PassageScanCounts hand_on();

  [[nodiscard]] const JobDocuments& documents() const { return documents_; }
  [[nodiscard]] const PdcFinder& finder() const { return finder_; }
  /// Of loose matching, if that was wanted; after find().
  [[nodiscard]] const std::optional<LoosePassageCounts>& loose_counts() const { return loose_counts_; }

 private:
  void recall_words();
  void hand_on_families();

  const ScanOptions& options_;
  Job& job_;
  PassageSink* sink_;
  DocumentFrequencies tokens_;
  PdcFinder finder_;
  std::optional<LoosePassageFinder> loose_;
  JobDocuments documents_;
  std::optional<std::vector<DocPair>> listed_;
  std::optional<LoosePassageCounts> loose_counts_;
};

}  // namespace cento
