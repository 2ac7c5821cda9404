#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/plain_vector.hpp"

namespace cento {

/// The tokens that are signed together: those of a sentence or of a part. Parallel arrays, in text order.
struct TokenRange {
  std::string_view text;                  // of the part that the offsets count in
  std::span<const std::uint64_t> hashes;  // token_hash() of each token
  std::span<const std::uint32_t> begins;  // its first byte in `text`
  std::span<const std::uint32_t> ends;    // behind its last one

  [[nodiscard]] std::size_t size() const { return hashes.size(); }
};

/// Features of one sentence, part or document: 64-bit hashes. As appended they may repeat; a *set* has each once.
using Features = PlainVector<std::uint64_t>;

/// Turns tokens into features. May hold scratch memory: one object for each thread.
class FeatureSigner {
 public:
  virtual ~FeatureSigner() = default;

  /// Appends the features of the tokens to `features`. Tokens too few for one feature of the usual kind give one
  /// feature for all of them together, so that short texts are compared whole; no tokens give none.
  virtual void sign(const TokenRange& tokens, Features& features) = 0;

  static constexpr std::size_t kWholeText = ~std::size_t{0};

  /// How many tokens before a token its features depend on: a long text may be signed piece by piece, each with so many
  /// tokens of the one before in front of it. kWholeText: it must be signed at once.
  [[nodiscard]] virtual std::size_t context_tokens() const { return kWholeText; }
};

/// A 128-bit fingerprint of a text: equal for texts that the method takes for the same.
struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

/// For hash tables: the fingerprint is one already.
struct HashFingerprint {
  std::size_t operator()(const Fingerprint& fingerprint) const { return fingerprint.low; }
};

/// Turns tokens into one fingerprint.
class FingerprintSigner {
 public:
  virtual ~FingerprintSigner() = default;

  /// False when nothing of the text is left to sign (all words filtered out); `out` is then not touched.
  virtual bool sign(const TokenRange& tokens, Fingerprint& out) = 0;
};

}  // namespace cento
