#pragma once

#include <string>
#include <vector>

#include "study/qsign_study.hpp"
#include "study/study_table.hpp"

namespace cento {

/// Table 2 and Figure 7 of qsign for each length of signatures, Figures 6, 8 and 9, and what a wanted recall costs.
[[nodiscard]] std::vector<StudyTable> qsign_tables(const QsignResults& results, const QsignStudyOptions& options);

/// Which way was the fastest, in sentences.
[[nodiscard]] std::vector<std::string> qsign_findings(const QsignResults& results, const QsignStudyOptions& options);

}  // namespace cento
