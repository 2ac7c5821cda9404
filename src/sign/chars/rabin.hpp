#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/kernel.hpp"
#include "core/memory/plain_vector.hpp"
#include "sign/kernels/rabin_kernels.hpp"

namespace cento {

/// The Rabin fingerprint: the text as a polynomial over GF(2), the first bit of the first byte its highest coefficient,
/// modulo the polynomial of kRabinPolynomial. Two texts without zero bytes and of at most m bytes that were not made to
/// collide do so with a probability below 8m / 2^64. Part of every index, so its definition must not change. This is
/// the plain version, bit by bit.
///
/// A fingerprint is linear: texts that differ in the same way have fingerprints that do too. Apply mix_feature() before
/// using it as a hash.
[[nodiscard]] std::uint64_t rabin_fingerprint(std::string_view text);

/// Fingerprints of many overlapping windows of a text, much faster than one by one. Holds tables and scratch memory:
/// one object for each thread.
class RabinWindows {
 public:
  /// For windows of up to `longest_bytes`; memory grows by up to 256 bytes for each of them.
  explicit RabinWindows(std::size_t longest_bytes, Kernel kernel = best_kernel());

  /// Writes rabin_fingerprint() of each window [begins[i], ends[i]) of the text to out[i]. Begins and ends ascend, and
  /// no window is longer than `longest_bytes`.
  void fingerprint(std::string_view text, std::span<const std::uint32_t> begins, std::span<const std::uint32_t> ends,
                   std::uint64_t* out);

 private:
  void choose(Kernel kernel);
  void make_chunk_powers();
  void make_byte_tables();

  std::size_t longest_bytes_;
  RabinKernel kernel_ = nullptr;
  PlainVector<std::uint64_t> powers_;
  PlainVector<std::uint64_t> chunk_powers_;
  PlainVector<std::uint64_t> push_;
  PlainVector<std::uint64_t> pop_;
  PlainVector<RabinPrefix> prefixes_;
};

}  // namespace cento
