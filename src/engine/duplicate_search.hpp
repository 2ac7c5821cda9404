#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cento/method_options.hpp"
#include "engine/job_documents.hpp"
#include "group/class_pairs.hpp"
#include "group/survivors.hpp"
#include "methods/ndd/near_duplicates.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// Why a document is removed: "identical", "same words", …
[[nodiscard]] std::string_view reason_of(Removal removal, const DuplicateOptions& options);

/// Reads collections and finds the near-duplicate documents in them: what pairs and dedup have in common.
class DuplicateSearch {
 public:
  /// The references must outlive it. Throws UsageError as NearDuplicateFinder does.
  DuplicateSearch(const DuplicateOptions& options, Job& job, const JobCollections& collections);
  ~DuplicateSearch();

  /// Reads the reference, if there is one, and then the inputs; `note` gets each batch of the inputs, in order.
  void read(const std::function<void(const DocumentBatch&)>& note = {});

  /// Joins. Called once, after read().
  void find();

  /// The bands in use, with MinHash; before find().
  [[nodiscard]] std::optional<Banding> banding() const;

  /// After find().
  [[nodiscard]] const NearDuplicates& found() const { return found_; }
  [[nodiscard]] const JobDocuments& documents() const { return documents_; }

  /// Which documents stay, by the keep policy.
  [[nodiscard]] std::vector<Verdict> choose() const;
  /// The same if only pairs of at least this similarity had been found, which may not be less than the threshold.
  [[nodiscard]] std::vector<Verdict> choose(double threshold) const;
  [[nodiscard]] SurvivorCounts count(const std::vector<Verdict>& verdicts) const;

  [[nodiscard]] std::string_view reason(Removal removal) const { return reason_of(removal, options_); }

  /// Calls `use(record)` with all pairs, ascending. Returns what was listed and left out.
  ListedPairs for_each_pair(std::uint32_t pairs_up_to, const std::function<void(const PairRecord&)>& use) const;

  /// Calls `use(record)` with the documents of the inputs that are removed, in input order.
  void for_each_removal(const std::vector<Verdict>& verdicts,
                        const std::function<void(const RemovalRecord&)>& use) const;

 private:
  void load_statistics();
  [[nodiscard]] std::vector<Verdict> choose_among(std::span<const SimilarPair> pairs) const;

  const DuplicateOptions& options_;
  Job& job_;
  DocumentFrequencies tokens_;
  DocumentFrequencies known_features_;
  std::unique_ptr<NearDuplicateFinder> finder_;
  JobDocuments documents_;
  NearDuplicates found_;
};

/// Calls `use(record)` with the members of all clusters of several documents, in input order.
void for_each_cluster_member(const JobDocuments& documents, const std::vector<Verdict>& verdicts,
                             const std::function<void(const ClusterRecord&)>& use);

}  // namespace cento
