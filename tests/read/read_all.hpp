#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "read/reader.hpp"

namespace cento::testing {

/// A document with its own memory, easy to compare.
struct ReadDocument {
  std::string id;
  std::vector<std::pair<std::string, std::string>> parts;
  std::string metadata;
  std::string charset;
  std::string charset_source;
  std::string place;

  [[nodiscard]] const std::string& text() const { return parts.at(0).second; }
};

struct ReadResult {
  std::vector<ReadDocument> documents;
  std::vector<std::string> rejected;  // "place: reason"
  std::map<std::string, std::uint64_t> counts;
  std::string problem;  // of the input itself (damaged compression)
};

/// Everything a reader makes from an input.
inline ReadResult read_all(Reader& reader, Input& in) {
  ReadResult result;
  DocumentBatch batch;
  while (reader.cut(in, batch)) {
    reader.parse(batch);
    for (const Document& document : batch.documents) {
      ReadDocument& copy = result.documents.emplace_back();
      copy.id = document.id;
      for (const Part& part : document.parts) copy.parts.emplace_back(part.name, part.text);
      copy.metadata = document.metadata;
      copy.charset = document.charset;
      copy.charset_source = document.charset_source;
      copy.place = document.place.to_string();
    }
    for (const BadRecord& bad : batch.rejected) {
      result.rejected.push_back(bad.place.to_string() + ": " + bad.reason);
    }
    for (const auto& [what, amount] : batch.counts) result.counts[what] += amount;
    batch.clear();
  }
  result.problem = in.problem();
  return result;
}

inline ReadResult read_all(const std::unique_ptr<Reader>& reader, std::string_view bytes) {
  return read_all(*reader, *memory_input("FILE", bytes));
}

/// The ids of its documents, in order.
inline std::vector<std::string> ids(const ReadResult& result) {
  std::vector<std::string> found;
  for (const auto& document : result.documents) found.push_back(document.id);
  return found;
}

}  // namespace cento::testing
