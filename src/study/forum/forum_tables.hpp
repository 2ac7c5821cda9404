#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/forum/forum_tuning.hpp"
#include "study/forum/labelled_pairs.hpp"
#include "study/study_table.hpp"

namespace cento {

struct ForumStudyOptions {
  std::vector<std::string> parts;       // empty: all that the labelled threads have
  std::vector<std::string> signatures;  // empty: those of the paper
  ForumRunOptions run;                  // `tokens` is not needed
};

/// The signatures of Table 1 of threads.
[[nodiscard]] std::vector<std::string> signatures_of_table_1();

/// Table 1 of threads, the best F1 of each signature in each part, and Table 2, the results of the paper's weights and
/// thresholds with 3-shingles, for threads of three parts. In Table 1, a pair that has no feature in common, or lacks
/// the part, is not found at any threshold.
[[nodiscard]] std::vector<StudyTable> forum_tables(const LabelledQuestions& labelled, const ForumStudyOptions& options);

}  // namespace cento
