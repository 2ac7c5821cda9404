#include "methods/qsign/reuse_digest.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

void distinct_words(std::span<const std::uint64_t> tokens, PlainVector<std::uint64_t>& out) {
  out.assign(tokens.begin(), tokens.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

void check_signature_bits(const IndexOptions& options) {
  if (options.signature_bits > BitSigner::kMostBits) {
    throw UsageError(fmt::format("a signature has at most {} bits, not {}; 0 disables signatures", BitSigner::kMostBits,
                                 options.signature_bits));
  }
  if (options.signature_bits == 0) return;
  if (options.word_bits >= 1 && options.word_bits <= options.signature_bits) return;
  throw UsageError(fmt::format("a word must set 1 to {} of the {} bits of a signature, not {}", options.signature_bits,
                               options.signature_bits, options.word_bits));
}

ReuseDigester::ReuseDigester(const IndexOptions& options) {
  check_signature_bits(options);
  if (options.signature_bits == 0) return;
  bits_.emplace(Bits{{options.signature_bits, options.word_bits}, BitBlocks(options.signature_bits)});
}

void ReuseDigester::add(std::span<const std::uint64_t> tokens, std::uint32_t position, DigestBatch& out) {
  distinct_words(tokens, words_);
  add_words(position, out);
  if (bits_) add_bits(position, out);
}

void ReuseDigester::add_words(std::uint32_t position, DigestBatch& out) const {
  const std::size_t before = out.words.size();
  PlainVector<IndexKey>& keys = out.keys_of(IndexTable::words);
  for (const std::uint64_t word : words_) {
    keys.push_back({word, position});
    const std::uint32_t stored = stored_word(word);
    if (out.words.size() == before || out.words.back() != stored) out.words.push_back(stored);
  }
  out.word_counts.push_back(static_cast<std::uint32_t>(out.words.size() - before));
}

void ReuseDigester::add_bits(std::uint32_t position, DigestBatch& out) {
  out.bits.push_back(bits_->signer.sign({{}, words_, {}, {}}));
  if (words_.empty()) return;
  keys_.clear();
  bits_->blocks.append_keys(out.bits.back(), keys_);
  for (const std::uint64_t key : keys_) out.keys_of(IndexTable::bits).push_back({key, position});
}

}  // namespace cento
