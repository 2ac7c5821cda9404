#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "align/families.hpp"
#include "core/executor.hpp"
#include "core/plain_vector.hpp"
#include "join/exact_join.hpp"
#include "sign/document_frequencies.hpp"
#include "sign/signer.hpp"

namespace cento {

struct NearSentenceOptions {
  std::string signature = "shingle:3";          // features of a sentence
  double threshold = 0.9;                       // τ: least Jaccard similarity
  const DocumentFrequencies* tokens = nullptr;  // for signatures that need statistics; must outlive everything here
  std::uint64_t memory_bytes = std::uint64_t{1} << 28;
  std::string temp_dir;
};

/// Sentences of two classes whose similarity is at least the threshold, a < b.
struct NearPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float similarity = 0;

  friend bool operator==(const NearPair&, const NearPair&) = default;
  friend bool operator<(const NearPair& x, const NearPair& y) {
    return std::tie(x.a, x.b, x.similarity) < std::tie(y.a, y.b, y.similarity);
  }
};

/// The signatures of the sentences of a batch, for NearSentences::add().
struct SignedSentences {
  struct Entry {
    std::uint64_t set_hash = 0;  // of the features, whatever their order
    std::uint32_t sentence = 0;  // its number, as the caller counts
    std::uint32_t size = 0;      // features
    std::uint32_t keys = 0;      // how many; none if no set but an equal one can be near
    std::uint64_t sketch = 0;    // a bit for each 64th of the features' hashes
  };
  std::vector<Entry> entries;
  Features features;                // of those with keys, one behind the other
  std::vector<std::uint64_t> keys;  // the same

  void clear();
};

/// Makes signatures of sentences. One object for each thread.
class SentenceSigner {
 public:
  /// Throws UsageError when there is no such signature or statistics are missing.
  explicit SentenceSigner(const NearSentenceOptions& options);
  ~SentenceSigner();
  SentenceSigner(SentenceSigner&&) noexcept;

  void sign(const TokenRange& tokens, std::uint32_t sentence, SignedSentences& out);

 private:
  class Tools;
  std::unique_ptr<Tools> tools_;
};

/// Finds all pairs of near-duplicate sentences: first those of equal features, which become one class, then those of
/// similar ones.
class NearSentences {
 public:
  /// `executor` must outlive it.
  NearSentences(const NearSentenceOptions& options, LocalExecutor& executor);
  ~NearSentences();

  /// Takes the signatures of a batch; `positions[i]` is where the sentence of entry i stands. A sentence may come more
  /// than once.
  void add(const SignedSentences& batch, std::span<const Position> positions);

  /// Makes classes of sentences with equal features one, named after the first. `classes` has the class of each
  /// position: the first position of the sentence, with `repeats` set if it is at several.
  void merge_equal(std::span<std::uint32_t> classes, std::uint32_t repeats);

  /// All pairs of similar classes, without their flag; ascending. Called once, after merge_equal().
  [[nodiscard]] std::vector<NearPair> find(std::span<const std::uint32_t> classes, std::uint32_t repeats);

  [[nodiscard]] const JoinCounts& counts() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
