#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/hash/mix64.hpp"
#include "core/span.hpp"
#include "core/spill/groups.hpp"
#include "methods/loose/loose_proposals.hpp"

namespace cento {

// The records that ProposalRun regroups, and what it does with them. Each word of a document is regrouped as it is,
// 4 bytes, to be counted.

struct DocumentWordKey {
  std::uint64_t operator()(std::uint32_t word) const { return std::uint64_t{word} << 32; }
};

/// Two words near each other, as their hash, in a document. 16 bytes: words 8, document 8.
struct NearWords {
  std::uint64_t words = 0;
  std::uint64_t document = 0;

  friend bool operator<(const NearWords& x, const NearWords& y) {
    return std::tuple(x.words, x.document) < std::tuple(y.words, y.document);
  }
};

static_assert(sizeof(NearWords) == 16 && std::is_trivially_copyable_v<NearWords>);
static_assert(std::has_unique_object_representations_v<NearWords>);

struct NearWordsKey {
  std::uint64_t operator()(const NearWords& record) const { return record.words; }
};

/// What one pair of words adds to a pair of documents. 12 bytes: a 4, b 4, weight 4.
struct Evidence {
  DocId a = 0;  // the smaller number
  DocId b = 0;
  std::uint32_t weight = 0;

  friend bool operator<(const Evidence& x, const Evidence& y) {
    return std::tuple(x.a, x.b, x.weight) < std::tuple(y.a, y.b, y.weight);
  }
};

static_assert(sizeof(Evidence) == 12 && std::is_trivially_copyable_v<Evidence>);
static_assert(std::has_unique_object_representations_v<Evidence>);

struct EvidenceKey {
  std::uint64_t operator()(const Evidence& record) const { return mix64(std::uint64_t{record.a} << 32 | record.b); }
};

/// A set of words.
class WordSet {
 public:
  WordSet();
  ~WordSet();

  void insert(std::span<const std::uint32_t> words);
  [[nodiscard]] bool contains(std::uint32_t word) const;

 private:
  struct Words;
  std::unique_ptr<Words> words_;
};

/// Appends the words that several documents have, but not more than `most`. Returns how many words more have. `sorted`
/// has each word of each document once.
std::uint64_t choose_words(std::span<const std::uint32_t> sorted, std::size_t most, std::vector<std::uint32_t>& chosen);

/// Calls `use` with the hashes of two chosen words that are at most `window` words apart, sorted, many at a time. Each
/// pair of words occurs once in a call: a very repetitive document adds little.
void find_near_words(std::span<const std::uint32_t> words, const WordSet& chosen, std::uint32_t window,
                     const std::function<void(std::span<const std::uint64_t>)>& use);

/// The distinct documents of records of one pair of words, which are sorted.
void documents_of(std::span<const NearWords> group, std::vector<DocId>& documents);

/// Whether a pair, the smaller number first, may be compared: see ProposalInput::references.
[[nodiscard]] inline bool may_be_compared(DocId a, DocId b, DocId references) {
  return references == 0 || (a < references && b >= references);
}

/// What a pair of words adds for two of the documents that have it near each other, at least 2.
[[nodiscard]] inline std::uint32_t evidence_weight(std::size_t documents) {
  constexpr std::uint32_t kUnit = std::uint32_t{1} << 20;  // if only two documents have it
  return static_cast<std::uint32_t>(kUnit / (documents - 1));
}

/// Calls `evidence.add(Evidence)` for pairs of documents that have two words near each other, unless more than
/// `max_documents` have them. Returns how many pairs of words were too common.
template <typename Sink>
std::uint64_t list_evidence(std::span<const NearWords> sorted, std::uint32_t max_documents, DocId references,
                            Sink& evidence) {
  const auto alike = [](const NearWords& x, const NearWords& y) { return x.words == y.words; };
  std::vector<DocId> documents;
  std::uint64_t common = 0;
  for_each_group(sorted, alike, [&](std::span<const NearWords> group) {
    documents_of(group, documents);
    if (documents.size() > max_documents) {
      ++common;
      return;
    }
    if (documents.size() < 2) return;
    const std::uint32_t weight = evidence_weight(documents.size());
    for (std::size_t i = 0; i < documents.size(); ++i) {
      for (std::size_t j = i + 1; j < documents.size(); ++j) {
        if (may_be_compared(documents[i], documents[j], references)) evidence.add({documents[i], documents[j], weight});
      }
    }
  });
  return common;
}

struct ScoredPair {
  double score = 0;
  DocId a = 0;
  DocId b = 0;
};

/// Keeps the best of many.
class BestPairs {
 public:
  explicit BestPairs(std::size_t most) : most_(most) {}

  void add(const ScoredPair& pair);
  /// Afterwards there are at most as many as were wanted.
  void cut();

  [[nodiscard]] const std::vector<ScoredPair>& pairs() const { return pairs_; }

 private:
  std::size_t most_;
  std::vector<ScoredPair> pairs_;
};

/// Scores the pairs of documents for which there is evidence, sorted by pair: the sum of it, reduced for long
/// documents, which share more by chance. `lengths`: of each document, in words. Returns the number of pairs.
std::uint64_t score_pairs(std::span<const Evidence> sorted, std::span<const std::uint32_t> lengths, BestPairs& best);

/// Proposes every pair of documents that have words.
[[nodiscard]] Proposals propose_all(const ProposalInput& input);

}  // namespace cento
