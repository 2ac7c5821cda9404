#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "cento/dedup.hpp"
#include "engine/job_documents.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "write/clean/text_cuts.hpp"

namespace cento {

/// What the options of a job say at the levels of passages and sentences: single sentences need no others beside them.
[[nodiscard]] CutRule cut_rule_of(const DedupOptions& options);
/// The level, as records of cuts give it as the reason.
[[nodiscard]] std::string_view reason_of_cuts(const DedupOptions& options);

/// Reads a collection and finds the repeated passages or sentences to cut out of it.
class CutSearch {
 public:
  /// min_sentences 1 cuts single sentences. The references must outlive it.
  CutSearch(const CutRule& rule, Job& job, const JobCollections& collections);
  ~CutSearch();

  /// Reads the reference, if there is one, and then the inputs; `note` gets each batch of the inputs, in order.
  void read(const std::function<void(const DocumentBatch&)>& note = {});

  /// Finds the cuts; `use(record)`, if given, gets each, in order, with `reason` in it. Called once, after read().
  void find(std::string_view reason, const std::function<void(const CutRecord&)>& use);

  /// By the number of the document in the inputs. After find().
  [[nodiscard]] TextCuts& cuts() { return cuts_; }
  [[nodiscard]] const RepeatCounts& counts() const { return counts_; }
  [[nodiscard]] const JobDocuments& documents() const { return documents_; }

 private:
  [[nodiscard]] NamedStretch name(const SentenceRun& run, std::string& place) const;

  Job& job_;
  std::unique_ptr<RepeatedSentenceFinder> finder_;
  JobDocuments documents_;
  TextCuts cuts_;
  RepeatCounts counts_;
};

}  // namespace cento
