#pragma once

#include <string>

#include "read/arrow/arrow_files_interface.hpp"

namespace cento {

/// Says where the libraries of Arrow C++ are if the system does not find them: in this folder of pyarrow, or in the one
/// that the environment variable CENTO_ARROW_LIBRARIES names. Thread-safe.
void look_for_arrow_in(std::string folder);

/// The plug-in for Parquet and Arrow files, loaded with the first call: from beside the program or the library, from
/// lib, ../lib/cento or ../lib, or from the file that the environment variable CENTO_ARROW_FILES names. Throws Error
/// that says how to get it when it cannot be loaded. Thread-safe.
[[nodiscard]] const CentoArrowFiles& arrow_files();

}  // namespace cento
