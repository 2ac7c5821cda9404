#pragma once

#include <string>
#include <vector>

#include "study/qsign/qsign_study.hpp"
#include "study/study_table.hpp"

namespace cento {

/// Table 2 and Figure 7 of qsign for each signature length, Figures 6, 8 and 9, and the cost of a wanted recall.
[[nodiscard]] std::vector<StudyTable> qsign_tables(const QsignResults& results, const QsignStudyOptions& options);

/// Which method was the fastest, in sentences.
[[nodiscard]] std::vector<std::string> qsign_findings(const QsignResults& results, const QsignStudyOptions& options);

}  // namespace cento
