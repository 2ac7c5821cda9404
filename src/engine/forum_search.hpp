#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cento/threads.hpp"
#include "engine/job_documents.hpp"
#include "group/class_pairs.hpp"
#include "group/survivors.hpp"
#include "methods/forum/forum.hpp"
#include "write/records/forum_records.hpp"

namespace cento {

/// The policy of ThreadsOptions::keep. Throws UsageError for anything else.
[[nodiscard]] KeepPolicy forum_keep_policy(const std::string& keep);

/// Grouping works on pairs with features in common; a similarity from 0 to 1 is that share of 2^30 features.
[[nodiscard]] SimilarPair as_features(const ForumPair& pair);

/// Reads the threads of a forum and finds those that ask the same.
class ForumPairSearch {
 public:
  /// The references must outlive it. `model`: that of the options, as model_of() gives it. Throws UsageError when it
  /// cannot be used.
  ForumPairSearch(const ThreadsOptions& options, const ForumModel& model, Job& job, Collection& inputs);
  ~ForumPairSearch();

  void read();

  /// Finds all pairs. `outside`: similarities from elsewhere. Called once, after read().
  void find(const std::vector<OutsideScore>& outside);

  [[nodiscard]] const ForumSearchCounts& counts() const { return found_.counts; }
  [[nodiscard]] std::uint64_t pairs() const { return pairs_.size(); }
  [[nodiscard]] const JobDocuments& documents() const { return documents_; }
  /// The compared parts as records name them.
  [[nodiscard]] const std::vector<std::string>& part_labels() const { return part_labels_; }

  /// Calls `use(record)` with all pairs, ascending.
  ListedPairs for_each_pair(std::uint32_t pairs_up_to, const std::function<void(const ForumPairRecord&)>& use);

  /// Which thread represents each cluster.
  [[nodiscard]] std::vector<Verdict> choose() const;

 private:
  const ThreadsOptions& options_;
  const ForumModel& model_;
  Job& job_;
  std::vector<std::string> part_labels_;
  DocumentFrequencies tokens_;
  JobDocuments documents_;
  SpillableMemory pair_memory_;
  std::unique_ptr<ForumComparer> comparer_;
  DuplicateQuestions found_;
  SpillableVector<SimilarPair> pairs_;
};

}  // namespace cento
