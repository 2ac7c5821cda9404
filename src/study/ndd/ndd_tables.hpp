#pragma once

#include <array>

#include "study/ndd/ndd_study.hpp"
#include "study/study_table.hpp"

namespace cento {

/// Tables 3.1 to 3.4 of ndd. The last one also has the values of Figure 3.9.
[[nodiscard]] std::array<StudyTable, 4> ndd_tables(const NddResults& results);

}  // namespace cento
