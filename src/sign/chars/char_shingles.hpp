#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/kernel.hpp"
#include "core/memory/plain_vector.hpp"
#include "sign/chars/rabin.hpp"
#include "sign/signer.hpp"
#include "text/tokenizer.hpp"

namespace cento {

/// Character shingles (`chars:n`) of the normalised text (see FoldedText): a feature for the n characters from the
/// start of each word on. Works from the text, not from its tokens. Holds scratch memory: one object for each thread.
class CharShingleSigner {
 public:
  static constexpr std::size_t kDefaultLength = 64;    // n in ndd
  static constexpr std::size_t kLongestLength = 4096;  // keeps the tables in cache

  /// `length_characters` (n) is 1 to kLongestLength; UsageError otherwise.
  explicit CharShingleSigner(std::size_t length_characters = kDefaultLength, Kernel kernel = best_kernel());

  /// Appends the features of the text, which must be valid UTF-8 and shorter than 4 GiB. Words too near the end for a
  /// whole shingle start none. A text without any shingle gives one feature for all of it, a text without words none.
  void sign(std::string_view text, Features& features);

 private:
  /// Cuts folded_, which is not empty, into shingles: returns the first byte of each and writes their ends to ends_.
  std::span<const std::uint32_t> cut();

  std::size_t length_characters_;
  Tokenizer tokenizer_;
  RabinWindows windows_;
  FoldedText folded_;
  PlainVector<std::uint32_t> begins_;  // in bytes of the normalised text, if that is not ASCII
  PlainVector<std::uint32_t> ends_;    // in bytes
};

/// The feature of a shingle of normalised text. Part of every index, so its definition must not change:
/// mix_feature(rabin_fingerprint(shingle)). Mixing loses nothing and spreads the fingerprint over all bits: features
/// are sorted and partitioned by their high bits and sampled by their low ones.
[[nodiscard]] std::uint64_t char_shingle_feature(std::string_view shingle);

}  // namespace cento
