#pragma once

#include <string>

namespace cento {

// What is written next to its final name has a temporary name until it is done: TARGET.tmp-PROCESS-NUMBER. The process
// that writes it holds a lock on it; what a killed process left has none, and is removed by the next one that writes to
// the same target.

/// A new such name, never the same twice.
[[nodiscard]] std::string temporary_name(const std::string& target);

/// Keeps an open file or folder from being taken for a leftover, until it is closed.
void hold_lock(int descriptor);

/// Removes the files and folders that dead processes left next to `target`. What cannot be removed stays.
void remove_leftovers(const std::string& target);

}  // namespace cento
