#include "sign/bits/bit_signature.hpp"

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

constexpr unsigned kSignatureWordBits = 64;

bool has_bit(const BitSignature& signature, unsigned bit) {
  return ((signature.words[bit / kSignatureWordBits] >> (bit % kSignatureWordBits)) & 1) != 0;
}

void set_bit(BitSignature& signature, unsigned bit) {
  signature.words[bit / kSignatureWordBits] |= std::uint64_t{1} << (bit % kSignatureWordBits);
}

unsigned draw(std::uint64_t token, unsigned highest) {
  const std::uint64_t random = mix64(token + highest * kGoldenStep) >> 32;
  return static_cast<unsigned>((random * (highest + 1)) >> 32);
}

}  // namespace

BitSignature BitSigner::sign(const TokenRange& tokens) const {
  BitSignature all;
  for (const std::uint64_t token : tokens.hashes) {
    const BitSignature bits = bits_of(token);
    all.words[0] |= bits.words[0];
    all.words[1] |= bits.words[1];
  }
  return all;
}

BitSignature BitSigner::bits_of(std::uint64_t token) const {
  BitSignature bits;
  for (unsigned highest = signature_bits_ - word_bits_; highest < signature_bits_; ++highest) {
    const unsigned drawn = draw(token, highest);
    set_bit(bits, has_bit(bits, drawn) ? highest : drawn);
  }
  return bits;
}

}  // namespace cento
