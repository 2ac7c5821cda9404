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
  const std::uint64_t upper = a.words[1] ^ b.words[1];  // none in most signatures, and counting takes time
  return std::popcount(a.words[0] ^ b.words[0]) + (upper == 0 ? 0 : std::popcount(upper));
}

/// The bit signature of qsign (`qsign:m:l`): each word sets l of m bits, the signature has the bits of all its words.
/// It depends on the words alone: not on their order, on how often they come, on the machine or on other texts.
class BitSigner {
 public:
  static constexpr unsigned kMostBits = 128;

  /// `signature_bits` (m) is 1 to 128, `word_bits` (l) 1 to m.
  BitSigner(unsigned signature_bits, unsigned word_bits) : signature_bits_(signature_bits), word_bits_(word_bits) {}

  /// No tokens set no bit.
  [[nodiscard]] BitSignature sign(const TokenRange& tokens) const;

  /// The l bits of one word, distinct, any l of m being equally likely. The definition may not change: for each j from
  /// m - l to m - 1, r = (upper half of mix64(token + j · kGoldenStep)) · (j + 1) / 2^32 is drawn from 0 … j, and bit r
  /// is set, or bit j where r was set before (Floyd's sampling).
  [[nodiscard]] BitSignature bits_of(std::uint64_t token) const;

 private:
  unsigned signature_bits_;
  unsigned word_bits_;
};

}  // namespace cento
