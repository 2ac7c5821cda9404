#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

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

/// The signatures of the sentences of a batch, for NearSentences::add().
struct SignedSentences {
  struct Entry {
    std::uint64_t set_hash = 0;  // of the features, whatever their order
    std::uint32_t sentence = 0;  // its number, as the caller counts
    std::uint32_t size = 0;      // features
    std::uint32_t keys = 0;      // how many; none if no set but an equal one can be near
    std::uint64_t sketch = 0;    // a bit for each 64th of the features' hashes: whether an odd number is there
  };
  std::vector<Entry> entries;
  Features features;                // of those with keys, one behind the other
  std::vector<std::uint64_t> keys;  // the same

  /// Adds those of other sentences, whose numbers begin with `first_sentence` here.
  void append(const SignedSentences& other, std::uint32_t first_sentence);
  /// Keeps memory of usual size.
  void clear();
  /// Bytes held.
  [[nodiscard]] std::size_t capacity_bytes() const;
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

/// The features of a set as SignedSentences has them where sets are compared by parts (join/part_keys.hpp): two in a
/// word, by their upper halves. Candidates are few, so 32 bits tell features apart.
void pack_features(std::span<const std::uint64_t> features, Features& out);

/// How many words that many features take.
[[nodiscard]] constexpr std::size_t packed_words(std::uint32_t features) {
  return (std::size_t{features} + 1) / 2;
}

/// Puts `count` packed features, ascending, in place of what is in `out`.
void unpack_features(std::span<const std::uint64_t> packed, std::uint32_t count, std::vector<std::uint32_t>& out);

/// How many features two such sets share.
[[nodiscard]] std::uint32_t count_shared(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace cento
