#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/parallel/executor.hpp"
#include "methods/loose/loose_proposals.hpp"
#include "methods/loose/proposal_kernels.hpp"

namespace cento {

/// Proposes pairs of documents, under any executor that has the operations of LocalExecutor. Words are regrouped to be
/// counted; then pairs of words near each other, so that the documents that have them come together; then what each of
/// these pairs says about two documents, to be added up.
template <typename Executor>
class ProposalRun {
 public:
  /// `input` must outlive this.
  ProposalRun(const ProposalInput& input, const ProposalOptions& options, Executor& executor)
      : input_(input), options_(options), executor_(executor) {}

  /// As propose_pairs().
  Proposals propose() {
    if (input_.documents <= options_.all_up_to) return propose_all(input_);
    count_words();
    Evidences evidence = executor_.template regroup<Evidence>(input_.documents * kLikelyEvidence, EvidenceKey());
    collect_evidence(evidence);
    score(evidence);
    out_.counts.spilled_bytes += evidence.spilled_bytes();
    return std::move(out_);
  }

 private:
  using Evidences = typename Executor::template Regrouping<Evidence, EvidenceKey>;

  // Likely amounts per document; they decide only the number of partitions.
  static constexpr std::uint64_t kLikelyWords = 512;
  static constexpr std::uint64_t kLikelyNearWords = 2048;
  static constexpr std::uint64_t kLikelyEvidence = 4096;

  [[nodiscard]] static std::uint64_t sum(const std::vector<std::uint64_t>& of_workers) {
    return std::accumulate(of_workers.begin(), of_workers.end(), std::uint64_t{0});
  }

  /// Chooses words that several documents have, but not too many.
  void count_words() {
    lengths_.resize(input_.documents);
    auto words = executor_.template regroup<std::uint32_t>(input_.documents * kLikelyWords, DocumentWordKey());
    executor_.for_each_range(input_.documents, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      std::vector<std::uint32_t> own;
      for (std::size_t document = begin; document < end; ++document) {
        input_.words_of(static_cast<DocId>(document), own);
        lengths_[document] = static_cast<std::uint32_t>(own.size());
        std::sort(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
        for (const std::uint32_t word : own) words.writer(worker).add(word);
      }
    });
    std::vector<std::vector<std::uint32_t>> chosen(executor_.workers());
    std::vector<std::uint64_t> common(executor_.workers());
    const auto most = static_cast<std::size_t>(std::max(2.0, options_.max_word_share * input_.documents));
    words.for_each_batch([&](std::span<const std::uint32_t> sorted, std::size_t worker) {
      common[worker] += choose_words(sorted, most, chosen[worker]);
    });
    for (const auto& part : chosen) words_.insert(part);
    out_.counts.common_words = sum(common);
    out_.counts.spilled_bytes += words.spilled_bytes();
  }

  void collect_evidence(Evidences& evidence) {
    auto near_words = executor_.template regroup<NearWords>(input_.documents * kLikelyNearWords, NearWordsKey());
    executor_.for_each_range(input_.documents, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t document = begin; document < end; ++document) {
        add_near_words(static_cast<DocId>(document), near_words.writer(worker));
      }
    });
    std::vector<std::uint64_t> common(executor_.workers());
    near_words.for_each_batch([&](std::span<const NearWords> sorted, std::size_t worker) {
      common[worker] += list_evidence(sorted, options_.max_pair_documents, input_.references, evidence.writer(worker));
    });
    out_.counts.common_word_pairs = sum(common);
    out_.counts.spilled_bytes += near_words.spilled_bytes();
  }

  template <typename Writer>
  void add_near_words(DocId document, Writer& writer) const {
    std::vector<std::uint32_t> words;
    input_.words_of(document, words);
    find_near_words(words, words_, options_.window, [&](std::span<const std::uint64_t> found) {
      for (const std::uint64_t pair : found) writer.add({pair, document});
    });
  }

  void score(Evidences& evidence) {
    const double few_all = 0.5 * options_.all_up_to * (options_.all_up_to - 1.0);
    const auto most = static_cast<std::size_t>(std::max(few_all, options_.proposals_per_document * input_.documents));
    std::vector<BestPairs> best(executor_.workers(), BestPairs(most));
    std::vector<std::uint64_t> candidates(executor_.workers());
    evidence.for_each_batch([&](std::span<const Evidence> sorted, std::size_t worker) {
      candidates[worker] += score_pairs(sorted, lengths_, best[worker]);
    });
    BestPairs all(most);
    for (const BestPairs& part : best) {
      for (const ScoredPair& pair : part.pairs()) all.add(pair);
    }
    all.cut();
    for (const ScoredPair& pair : all.pairs()) out_.pairs.emplace_back(pair.a, pair.b);
    std::sort(out_.pairs.begin(), out_.pairs.end());
    out_.counts.candidate_pairs = sum(candidates);
    out_.counts.proposed_pairs = out_.pairs.size();
  }

  const ProposalInput& input_;
  ProposalOptions options_;
  Executor& executor_;
  std::vector<std::uint32_t> lengths_;  // of each document, in words
  WordSet words_;
  Proposals out_;
};

extern template class ProposalRun<LocalExecutor>;

}  // namespace cento
