#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "align/chains.hpp"
#include "align/loose/loose_alignment.hpp"
#include "align/part_passage.hpp"
#include "cento/method_options.hpp"
#include "methods/compare/shared_amount.hpp"
#include "methods/loose/loose_words.hpp"
#include "methods/pdc/sentences/sentence_classes.hpp"
#include "sign/feature_set.hpp"
#include "sign/signers.hpp"

namespace cento {

/// What two documents have in common.
struct PairComparison {
  std::vector<PartPassage> passages;  // ascending by position in a, then in b
  SharedAmount a;
  SharedAmount b;
  bool same_words = false;              // part by part, the documents have the same tokens
  std::uint64_t left_out_matches = 0;   // of sentences that repeat very often on both sides; otherwise all are used
  std::uint64_t left_out_features = 0;  // too common to compare all sentences that have them

  friend bool operator==(const PairComparison&, const PairComparison&) = default;
};

/// Compares two documents sentence by sentence: every part of one with every part of the other. Swapping the documents
/// gives the same result, swapped. Holds scratch memory: one for each thread.
class PairComparer {
 public:
  /// Throws UsageError when the options name a signature that does not exist or needs statistics that `context`, which
  /// must outlive this, lacks.
  explicit PairComparer(const PassageOptions& options, const SignerContext& context = {});

  [[nodiscard]] PairComparison compare(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b);

  /// The most matches of two documents. If a sentence repeats very often on both sides, only its first occurrences
  /// match each other, then its second ones, and so on.
  static constexpr std::uint64_t kMatchesMost = std::uint64_t{1} << 22;

 private:
  /// Classes of sentences that match, one in the first document, the other in the second.
  struct MatchingClasses {
    std::uint32_t a;
    std::uint32_t b;
    float similarity;
  };
  /// A cell of the matrix of two parts.
  struct PartMatch {
    std::uint32_t part_a;
    std::uint32_t part_b;
    SentenceMatch match;
  };

  void match_classes(const SentenceClasses& classes, PairComparison& result);
  void match_near_classes(const SentenceClasses& classes, PairComparison& result);
  void list_matches(const SentenceClasses& classes, PairComparison& result);
  void add_loose_passages(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b, PairComparison& result);
  void find_passages(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b, PairComparison& result);
  void measure(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b, PairComparison& result) const;
  [[nodiscard]] Passage passage_of(const Chain& chain, const AnalyzedText& a, const AnalyzedText& b) const;

  PassageOptions options_;
  std::unique_ptr<FeatureSigner> signer_;  // null: only identical sentences match
  LooseAligner loose_aligner_;
  LooseWordMaker loose_words_;
  SetMaker set_maker_;
  ChainFinder chain_finder_;
  std::vector<MatchingClasses> matching_;
  std::vector<PartMatch> matches_;  // by parts
  std::vector<SentenceMatch> cells_;
  PlainVector<Chain> chains_;
};

}  // namespace cento
