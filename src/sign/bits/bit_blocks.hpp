#pragma once

#include <cstdint>

#include "core/memory/plain_vector.hpp"
#include "sign/bits/bit_signature.hpp"

namespace cento {

/// Multi-index hashing (Norouzi, Punjani and Fleet 2012): finds signatures within some bits of a given one by looking
/// up exact keys. A signature of m bits is cut into s blocks; a key encodes a block's number and value.
///
/// If two signatures differ in at most d = s·a + r bits (r < s), they differ in at most a bits in one of the first r +
/// 1 blocks or in at most a − 1 in one of the others: otherwise they would differ in at least (r + 1)(a + 1) + (s − r −
/// 1)a = d + 1 bits. So all keys that close to the query's blocks are looked up; a signature that has one of them is a
/// candidate, and its distance is then counted. More generally, block i may be looked up within any a(i) bits, or not
/// at all (−1), if the a(i) + 1 add up to d + 1: a signature farther off in every block differs in d + 1 bits.
///
/// Blocks have up to 22 bits: m = 16 is 1 block, 32 is 2, 64 is 3 and 128 is 6. Blocks wider than the usual 16 bits
/// mean more keys to look up, but far fewer signatures with each of them, and less to store: with some millions of
/// signatures, as many keys as signatures is about optimal. The definition of the keys is part of the index: it must
/// not change.
class BitBlocks {
 public:
  static constexpr unsigned kMostBlockBits = 22;

  /// `signature_bits` (m) is 1 to 128.
  explicit BitBlocks(unsigned signature_bits);

  [[nodiscard]] unsigned blocks() const { return blocks_; }

  /// The key of each block, blocks() in all, appended.
  void append_keys(const BitSignature& signature, PlainVector<std::uint64_t>& keys) const;

  /// How many values of a block differ from a given one in exactly `bits` bits. 0 if the block has fewer bits.
  [[nodiscard]] std::uint64_t lookups_at(unsigned block, unsigned bits) const;

  /// Appends the keys of these values.
  void append_lookups_at(const BitSignature& signature, unsigned block, unsigned bits,
                         PlainVector<std::uint64_t>& keys) const;

  /// How many keys a search within `distance` bits (d) looks up.
  [[nodiscard]] std::uint64_t lookups(unsigned distance) const;

  /// Appends these keys. Each signature within `distance` bits has at least one of them.
  void append_lookups(const BitSignature& signature, unsigned distance, PlainVector<std::uint64_t>& keys) const;

 private:
  [[nodiscard]] unsigned first_bit(unsigned block) const { return signature_bits_ * block / blocks_; }
  [[nodiscard]] unsigned width(unsigned block) const { return first_bit(block + 1) - first_bit(block); }
  [[nodiscard]] std::uint64_t value(const BitSignature& signature, unsigned block) const;
  /// How many bits of a block may differ, plus one; 0 if it need not be looked up.
  [[nodiscard]] unsigned radii(unsigned block, unsigned distance) const;

  unsigned signature_bits_;
  unsigned blocks_;
};

}  // namespace cento
