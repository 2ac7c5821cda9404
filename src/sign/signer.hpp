#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/memory/plain_vector.hpp"

namespace cento {

/// The tokens that are signed together: those of a sentence or of a part. Parallel arrays, in text order.
struct TokenRange {
  std::string_view text;                  // of the part that the offsets refer to
  std::span<const std::uint64_t> hashes;  // token_hash() of each token
  std::span<const std::uint32_t> begins;  // its first byte in `text`
  std::span<const std::uint32_t> ends;    // one past its last byte

  [[nodiscard]] std::size_t size() const { return hashes.size(); }
};

/// Features of one sentence, part or document: 64-bit hashes. They may repeat as appended; a *set* has each once.
using Features = PlainVector<std::uint64_t>;

/// Turns tokens into features. May hold scratch memory: one object for each thread.
class FeatureSigner {
 public:
  virtual ~FeatureSigner() = default;

  /// Appends the features of the tokens to `features`. Tokens too few for one normal feature give one feature for all
  /// of them together, so that short texts are compared whole; no tokens give none.
  virtual void sign(const TokenRange& tokens, Features& features) = 0;

  static constexpr std::size_t kWholeText = ~std::size_t{0};

  /// How many preceding tokens a token's features depend on: a long text may be signed piece by piece, each piece
  /// preceded by that many tokens of the one before. kWholeText: it must be signed at once.
  [[nodiscard]] virtual std::size_t context_tokens() const { return kWholeText; }
};

/// A 128-bit fingerprint of a text: equal for texts that the method considers the same.
struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

/// For hash tables: the fingerprint already is a hash.
struct HashFingerprint {
  std::size_t operator()(const Fingerprint& fingerprint) const { return fingerprint.low; }
};

/// Turns tokens into one fingerprint.
class FingerprintSigner {
 public:
  virtual ~FingerprintSigner() = default;

  /// False if nothing of the text is left to sign (all words filtered out); `out` is then unchanged.
  virtual bool sign(const TokenRange& tokens, Fingerprint& out) = 0;
};

}  // namespace cento
