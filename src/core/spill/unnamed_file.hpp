#pragma once

#include <string>

namespace cento {

/// The folder for temporary files: the given one, or the system's if that is empty.
[[nodiscard]] std::string temp_folder_or_default(std::string folder);

/// Opens a new unnamed file in the folder, which disappears when it is closed. Throws as fail_temp_file() does.
[[nodiscard]] int open_unnamed_file(const std::string& folder);

/// Throws Error that says what could not be done ("write") with a temporary file in the folder and why, from errno.
[[noreturn]] void fail_temp_file(const char* what, const std::string& folder);

}  // namespace cento
