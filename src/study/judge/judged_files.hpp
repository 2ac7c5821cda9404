#pragma once

#include <cstdint>
#include <vector>

#include "study/judge/cluster_judgement.hpp"
#include "study/judge/judged_lines.hpp"
#include "study/judge/pair_judgement.hpp"
#include "study/judge/span_judgement.hpp"

namespace cento {

/// Readers of gold files and of results, after look_at_judged_file(). A line that cannot be used, or that contradicts
/// an earlier one, goes to the reporter, and the others are used.

/// Pairs or questions with labels. A pair that is listed twice with two labels or kinds keeps the first.
[[nodiscard]] std::vector<LabelledPair> read_gold_pairs(Input& in, const JudgedLayout& layout, Reporter& reporter);

/// Pairs or questions with scores; a missing score is 1. Passages also count as pairs.
[[nodiscard]] std::vector<FoundPair> read_found_pairs(Input& in, const JudgedLayout& layout, Reporter& reporter);

/// An item that is put into two clusters stays in the first.
[[nodiscard]] std::vector<ClusteredItem> read_clusters(Input& in, const JudgedLayout& layout, Reporter& reporter);

/// Spans, and how many were left out because a side is empty.
struct SpanFile {
  std::vector<ReuseSpan> spans;
  std::uint64_t empty = 0;
};

[[nodiscard]] SpanFile read_spans(Input& in, const JudgedLayout& layout, Reporter& reporter);

/// The pairs of documents that a list names, with their kind; labels and scores do not matter.
[[nodiscard]] std::vector<ListedPair> read_listed_pairs(Input& in, const JudgedLayout& layout, Reporter& reporter);

}  // namespace cento
