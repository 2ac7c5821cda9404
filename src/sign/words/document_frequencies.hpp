#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cento {

/// A hash (of a token or of a feature) and the number of documents that contain it.
struct Frequency {
  std::uint64_t hash = 0;
  std::uint32_t documents = 0;

  friend bool operator==(const Frequency&, const Frequency&) = default;
};

/// How many documents of a collection contain each token (or feature): the statistics behind idf, frequency cut-offs
/// and the most frequent words. Immutable; read by many threads.
class DocumentFrequencies {
 public:
  DocumentFrequencies() = default;

  /// `counts` in any order, each hash once. `documents` is the size of the collection.
  DocumentFrequencies(std::uint64_t documents, std::vector<Frequency> counts);

  [[nodiscard]] std::uint64_t documents() const { return documents_; }
  [[nodiscard]] std::size_t size() const { return counts_.size(); }
  [[nodiscard]] const std::vector<Frequency>& counts() const { return counts_; }  // ascending by hash

  /// Documents that contain it; 0 if it was never seen.
  [[nodiscard]] std::uint32_t of(std::uint64_t hash) const;

  /// log(N/df)/log N, from 0 (in every document) to 1 (in one, or unknown). 0 when N < 2.
  [[nodiscard]] double idf(std::uint64_t hash) const;

  /// The same for anything that `documents` documents contain; decreases as they increase.
  [[nodiscard]] double idf_of_count(std::uint32_t documents) const;

  /// The hashes with more than `documents` documents, ascending.
  [[nodiscard]] std::vector<std::uint64_t> over(std::uint64_t documents) const;

  /// The k hashes with the most documents, most frequent first, ties by hash.
  [[nodiscard]] std::vector<std::uint64_t> most_frequent(std::size_t k) const;

 private:
  std::uint64_t documents_ = 0;
  std::vector<Frequency> counts_;
  std::vector<std::uint32_t> directory_;  // first entry for each value of the hash's top bits
  int directory_shift_ = 64;
};

}  // namespace cento
