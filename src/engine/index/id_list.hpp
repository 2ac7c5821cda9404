#pragma once

#include <string>
#include <vector>

namespace cento {

/// Reads ids of documents from a file, one per line, without empty lines; "-" is standard input. Throws Error, naming
/// the file, when it cannot be read to its end.
[[nodiscard]] std::vector<std::string> read_id_list(const std::string& file);

}  // namespace cento
