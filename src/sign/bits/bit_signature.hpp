#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sign/signer.hpp"

namespace cento {

/// Up to 128 bits; those beyond the signature's length are 0.
struct BitSignature {
  std::array<std::uint64_t, 2> words{};  // bits 0 to 63, bits 64 to 127

  friend bool operator==(const BitSignature&, const BitSignature&) = default;
};

/// In how many bits two signatures differ.
[[nodiscard]] inline int hamming_distance(const BitSignature& a, const BitSignature& b) {
  const std::uint64_t upper = a.words[1] ^ b.words[1];  // 0 in most signatures, which saves counting
  return std::popcount(a.words[0] ^ b.words[0]) + (upper == 0 ? 0 : std::popcount(upper));
}

/// The bit signature of qsign (`qsign:m:l`): each word sets l of m bits, the signature is the union over its words. It
/// depends on the set of words alone: not on their order or counts, the machine or other texts.
class BitSigner {
 public:
  static constexpr unsigned kMostBits = 128;

  /// `signature_bits` (m) is 1 to 128, `word_bits` (l) 1 to m.
  BitSigner(unsigned signature_bits, unsigned word_bits) : signature_bits_(signature_bits), word_bits_(word_bits) {}

  /// Without tokens, no bit is set.
  [[nodiscard]] BitSignature sign(const TokenRange& tokens) const;

  /// The l bits of one word, distinct, any l of m being equally likely. The definition must not change: for each j from
  /// m - l to m - 1, r = (upper half of mix64(token + j · kGoldenStep)) · (j + 1) / 2^32 is drawn from 0 … j, and bit r
  /// is set, or bit j if r was already set (Floyd's sampling).
  [[nodiscard]] BitSignature bits_of(std::uint64_t token) const;

 private:
  unsigned signature_bits_;
  unsigned word_bits_;
};

}  // namespace cento
