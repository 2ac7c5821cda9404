#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cento/method_options.hpp"
#include "core/memory/memory_budget.hpp"
#include "sign/signer.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

struct NearSentenceOptions : SentenceSimilarity {
  const DocumentFrequencies* tokens = nullptr;  // for signatures that need statistics; must outlive everything here
  MemoryPart memory = std::uint64_t{1} << 28;
  std::string temp_dir;
};

/// The signatures of the sentences of a batch, for NearSentences::add().
struct SignedSentences {
  struct Entry {
    std::uint64_t set_hash = 0;  // of the features, in any order
    std::uint32_t sentence = 0;  // its number, as the caller counts
    std::uint32_t size = 0;      // features
    std::uint32_t keys = 0;      // how many; none if only an equal set can be near
    std::uint64_t sketch = 0;    // a bit for each 64th of the hash range: whether it has an odd number of features
  };
  std::vector<Entry> entries;
  Features features;                // of those with keys, one after another
  std::vector<std::uint64_t> keys;  // likewise

  /// Adds those of other sentences, whose numbers start at `first_sentence` here.
  void append(const SignedSentences& other, std::uint32_t first_sentence);
  /// Keeps memory of normal size.
  void clear();
  /// Bytes held.
  [[nodiscard]] std::size_t capacity_bytes() const;
};

/// Makes signatures of sentences. One object for each thread.
class SentenceSigner {
 public:
  /// Throws UsageError when the signature does not exist or statistics are missing.
  explicit SentenceSigner(const NearSentenceOptions& options);
  ~SentenceSigner();
  SentenceSigner(SentenceSigner&&) noexcept;

  void sign(const TokenRange& tokens, std::uint32_t sentence, SignedSentences& out);

 private:
  class Tools;
  std::unique_ptr<Tools> tools_;
};

/// The features of a set as stored in SignedSentences if sets are compared by parts (join/part_keys.hpp): two per word,
/// by their upper halves. Candidates are few, so 32 bits are enough to distinguish features.
void pack_features(std::span<const std::uint64_t> features, Features& out);

/// The number of words that hold this many features.
[[nodiscard]] constexpr std::size_t packed_words(std::uint32_t features) {
  return (std::size_t{features} + 1) / 2;
}

/// Replaces `out` with `count` packed features, ascending.
void unpack_features(std::span<const std::uint64_t> packed, std::uint32_t count, std::vector<std::uint32_t>& out);

/// How many features two such sets share.
[[nodiscard]] std::uint32_t count_shared(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace cento
