#pragma once

#include "read/arrow/arrow_files_interface.hpp"

namespace cento {

/// The plug-in for Parquet and Arrow files, loaded with the first call: from beside the program or the library, from
/// ../lib/cento or ../lib, or from the file that the environment variable CENTO_ARROW_FILES names. Throws Error that
/// says how to get it when it cannot be loaded. Thread-safe.
[[nodiscard]] const CentoArrowFiles& arrow_files();

}  // namespace cento
