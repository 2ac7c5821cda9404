#pragma once

#include <cstddef>
#include <cstdint>

namespace cento {

/// The modulus of Rabin fingerprints without its x^64: coefficient i is bit i. Irreducible. The first such polynomial
/// found in the binary digits of pi, and not one of the sparse ones that are faster to divide by: modulo x^64 + x^4 +
/// x^3 + x + 1, for example, two texts collide if they differ by 0 and 1 in one place and by o and t eight bytes later.
inline constexpr std::uint64_t kRabinPolynomial = 0x243f6a8885a30907ULL;

/// x^128 divided by the modulus, without its x^64.
inline constexpr std::uint64_t kRabinQuotient = [] {
  std::uint64_t quotient = 0;
  std::uint64_t rest = kRabinPolynomial;  // of x^64
  for (int i = 0; i < 64; ++i) {
    const bool divides = rest >> 63 != 0;
    quotient = quotient << 1 | (divides ? 1 : 0);
    rest = rest << 1 ^ (divides ? kRabinPolynomial : 0);
  }
  return quotient;
}();

/// The state before each eighth byte of a stretch of text.
struct RabinPrefix {
  std::uint64_t fingerprint;  // of all earlier bytes of the stretch
  std::uint64_t next_bytes;   // the eight bytes from here, the first in the high bits; zeros after the end
};

/// Bytes of text whose prefixes are kept at a time, so that they stay in cache; more if one window is longer.
inline constexpr std::size_t kRabinStretchBytes = 8192;

inline constexpr std::size_t kRabinChunkBytes = 64;
inline constexpr std::size_t kRabinChunks = 8;  // windows of at most this many are processed whole

/// Tables for windows of up to m bytes. Tables that a kernel does not use are null.
struct RabinTables {
  const std::uint64_t* powers;        // x^8i modulo the polynomial, for i up to m + 8
  const std::uint64_t* chunk_powers;  // for each eight bytes of a chunk, for all chunks of a window, last chunk first
  const std::uint64_t* push;          // i x^64, for each byte i
  const std::uint64_t* pop;           // i x^8j, then 16 i x^8j, for each half byte i, for each j < m
  RabinPrefix* prefixes;              // room for (m or kRabinStretchBytes, the larger) / 8 + 1
};

/// Windows of a text; begins and ends ascend.
struct RabinWindowList {
  const std::uint8_t* text;
  const std::uint32_t* begins;
  const std::uint32_t* ends;
  std::size_t count;
  std::uint64_t* out;  // the fingerprint of each
};

/// Plain pointers, because each kernel is compiled for one instruction set alone.
using RabinKernel = void (*)(const RabinTables& tables, const RabinWindowList& windows);

/// By tables: one byte leaves the window, one enters.
void rabin_rolling(const RabinTables& tables, const RabinWindowList& windows);
/// By carry-less multiplication (PCLMULQDQ): a window is the difference of two prefixes. The cost does not depend on
/// the length of the window.
void rabin_by_prefix(const RabinTables& tables, const RabinWindowList& windows);
/// The same, 64 bytes at a time (VPCLMULQDQ of AVX-512): a whole window of up to kRabinChunks chunks.
void rabin_by_chunk(const RabinTables& tables, const RabinWindowList& windows);

}  // namespace cento
