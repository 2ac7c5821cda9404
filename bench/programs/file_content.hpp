#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace cento::bench {

/// All bytes of a file; none when it cannot be read.
inline std::string content_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace cento::bench
