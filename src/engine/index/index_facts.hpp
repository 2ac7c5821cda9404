#pragma once

#include <cstdint>
#include <string>

#include "index/index_options.hpp"
#include "index/live/index_writer.hpp"

namespace cento {

/// The size of an index and what it keeps.
struct IndexFacts {
  IndexSizes sizes;
  IndexOptions options;
  bool has_statistics = false;
  std::uint64_t statistics_documents = 0;

  /// Size of the index in addition to the texts.
  [[nodiscard]] double bytes_a_sentence() const;

  /// How much the number of documents differs from that of the statistics, as a share of the latter.
  [[nodiscard]] double drift() const;
};

/// Throws Error when there is no index.
[[nodiscard]] IndexFacts facts_of(const std::string& folder);

/// Lines for people.
[[nodiscard]] std::string to_text(const IndexFacts& facts);

/// The same for programs: one JSON object.
[[nodiscard]] std::string to_json(const IndexFacts& facts);

/// What an index keeps, for people: "passages (exact), blog, documents (shingle:5 at 0.8)".
[[nodiscard]] std::string describe(const IndexOptions& options);

/// "3 documents, 12 sentences in 1 segment, 40.0 kB"
[[nodiscard]] std::string describe(const IndexSizes& sizes);

}  // namespace cento
