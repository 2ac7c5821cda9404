#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/byte_range.hpp"
#include "study/judge/pair_judgement.hpp"

namespace cento {

/// A stretch of one document that occurs in another. Neither side is empty, and the documents are ordered, so that both
/// ways of writing it are the same.
struct ReuseSpan {
  PairName documents;
  ByteRange a;
  ByteRange b;
  std::string kind = {};
};

/// The span with its sides ordered: by their documents, within one document by their bytes.
[[nodiscard]] ReuseSpan ordered_span(ReuseSpan span);

/// A pair of documents that is judged, and the kind it appears under if the gold has no span there.
struct ListedPair {
  PairName name;  // ordered
  std::string kind = {};
};

/// Precision, recall, F1 (0 unless both are greater than 0), and F1 / log2(1 + granularity).
struct SpanScore {
  std::optional<double> precision;
  std::optional<double> recall;
  double f1 = 0;
  double plagdet = 0;
};

/// How well spans were located. A found span detects a gold span if it overlaps it in both documents; the bytes that
/// they share, on both sides, are then true.
struct SpanJudgement {
  std::uint64_t gold = 0;
  std::uint64_t detected = 0;  // of the gold, by any found span
  std::uint64_t found = 0;
  double granularity = 1;  // mean number of found spans that detect a detected gold span
  SpanScore macro;         // means over spans of the share of their bytes that is true
  SpanScore micro;         // true bytes in all, each byte of a pair of documents once
};

/// What was found in pairs of documents of a kind without gold spans.
struct FalseAlarms {
  std::uint64_t pairs = 0;
  std::uint64_t pairs_with_found = 0;
  std::uint64_t found = 0;
};

struct SpanReport {
  SpanJudgement all;
  /// For the pairs of documents with gold spans of the kind, with all that was found there except what only detects
  /// spans of other kinds.
  std::map<std::string, SpanJudgement> kinds;
  std::map<std::string, FalseAlarms> without_gold;  // by kind, of the listed pairs
  std::uint64_t found_in_unlisted_pairs = 0;        // not judged
};

/// With `listed`, only these pairs of documents are judged (of several kinds for a pair, the last counts), otherwise
/// all.
[[nodiscard]] SpanReport judge_spans(std::span<const ReuseSpan> gold, std::span<const ReuseSpan> found,
                                     const std::optional<std::vector<ListedPair>>& listed);

}  // namespace cento
