#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace cento::bench {

/// All bytes of a file; none if it cannot be read.
inline std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A text cut at line feeds into documents of about 8 KB, which point into it.
inline std::vector<std::string_view> cut_into_documents(std::string_view text) {
  constexpr std::size_t kDocumentBytes = 8192;
  std::vector<std::string_view> documents;
  while (text.size() > kDocumentBytes) {
    const std::size_t end = std::min(text.find('\n', kDocumentBytes), text.size() - 1) + 1;
    documents.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  documents.push_back(text);
  return documents;
}

}  // namespace cento::bench
