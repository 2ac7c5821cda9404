#include "text/token_hash.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace cento {

namespace {

using Column = std::uint32_t;  // four bytes, the first in the low bits
using Block = std::array<Column, 4>;

constexpr std::size_t kBlockBytes = 16;

constexpr std::uint8_t times_two(std::uint8_t x) {
  return static_cast<std::uint8_t>((x << 1) ^ ((x & 0x80) != 0 ? 0x1B : 0));
}

/// The AES S-box, from its definition: the inverse in GF(2^8), then an affine map.
constexpr std::array<std::uint8_t, 256> make_s_box() {
  std::array<std::uint8_t, 256> box{};
  std::uint8_t p = 1;
  std::uint8_t q = 1;
  do {
    p = static_cast<std::uint8_t>(p ^ times_two(p));  // p *= 3
    q = static_cast<std::uint8_t>(q ^ (q << 1));      // q /= 3
    q = static_cast<std::uint8_t>(q ^ (q << 2));
    q = static_cast<std::uint8_t>(q ^ (q << 4));
    if ((q & 0x80) != 0) q = static_cast<std::uint8_t>(q ^ 0x09);
    const auto mixed =
        static_cast<std::uint8_t>(q ^ std::rotl(q, 1) ^ std::rotl(q, 2) ^ std::rotl(q, 3) ^ std::rotl(q, 4));
    box[p] = static_cast<std::uint8_t>(mixed ^ 0x63);
  } while (p != 1);
  box[0] = 0x63;
  return box;
}

/// What a byte in the first row adds to its column after substitution and mixing; other rows add the same, rotated.
constexpr std::array<Column, 256> make_mixed_columns() {
  const std::array<std::uint8_t, 256> box = make_s_box();
  std::array<Column, 256> columns{};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column once = box[i];
    const Column twice = times_two(box[i]);
    columns[i] = twice | once << 8 | once << 16 | (twice ^ once) << 24;
  }
  return columns;
}

constexpr std::array<Column, 256> kMixedColumns = make_mixed_columns();

constexpr Block kKey = {static_cast<Column>(kTokenHashKeyLow), static_cast<Column>(kTokenHashKeyLow >> 32),
                        static_cast<Column>(kTokenHashKeyHigh), static_cast<Column>(kTokenHashKeyHigh >> 32)};

/// One AES encryption round with kKey, as the AESENC instruction computes it.
Block aes_round(const Block& state) {
  Block out = kKey;
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      const Column byte = state[(column + row) % 4] >> (8 * row) & 0xFF;
      out[column] ^= std::rotl(kMixedColumns[byte], static_cast<int>(8 * row));
    }
  }
  return out;
}

void add_bytes(Block& state, const char* bytes, std::size_t size) {
  std::array<unsigned char, kBlockBytes> padded{};
  std::memcpy(padded.data(), bytes, size);
  for (std::size_t i = 0; i < kBlockBytes; ++i) state[i / 4] ^= static_cast<Column>(padded[i]) << (8 * (i % 4));
}

}  // namespace

std::uint64_t token_hash(std::string_view folded) {
  Block state = kKey;
  while (folded.size() > kBlockBytes) {
    add_bytes(state, folded.data(), kBlockBytes);
    state = aes_round(aes_round(state));
    folded.remove_prefix(kBlockBytes);
  }
  add_bytes(state, folded.data(), folded.size());
  state = aes_round(aes_round(aes_round(state)));
  return state[0] | static_cast<std::uint64_t>(state[1]) << 32;
}

}  // namespace cento
