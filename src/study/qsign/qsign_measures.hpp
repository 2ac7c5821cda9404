#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/parallel/executor.hpp"
#include "index/segment/segment.hpp"
#include "sign/words/document_frequencies.hpp"
#include "study/qsign/qsign_study.hpp"
#include "study/qsign/word_sentences.hpp"

namespace cento {

/// A sentence that a query overlaps with.
struct TruePair {
  std::uint32_t query = 0;  // its index among the queries
  std::uint32_t sentence = 0;
  double score = 0;
};

/// What all runs of the study use.
struct QsignBench {
  const WordSentences& sentences;
  const DocumentFrequencies& frequencies;
  const Segment& segment;                      // word_segment()
  std::vector<std::uint32_t> queries;          // the query sentences
  std::vector<std::uint32_t> query_documents;  // of each
  std::vector<TruePair> pairs;                 // by query; none within a document
};

/// All pairs with an overlap of at least kQsignLeastOverlap.
[[nodiscard]] std::vector<TruePair> true_pairs(const QsignBench& bench, LocalExecutor& executor);

/// The level of an overlap; the highest is 0.
[[nodiscard]] std::size_t level_of(double score);
/// The least overlap of a level.
[[nodiscard]] double least_of_level(std::size_t level);

/// Seconds per sentence by a full scan and by word lists.
[[nodiscard]] double time_scan(const QsignBench& bench, const QsignStudyOptions& options);
void time_words(const QsignBench& bench, const QsignStudyOptions& options, QsignResults& results);

/// All runs with signatures of this shape.
[[nodiscard]] QsignCurve measure_curve(const QsignBench& bench, const BitShape& shape, const QsignStudyOptions& options,
                                       LocalExecutor& executor);

}  // namespace cento
