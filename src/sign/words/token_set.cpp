#include "sign/words/token_set.hpp"

#include <bit>

namespace cento {

namespace {

constexpr int kTokenHashBits = 64;

}  // namespace

TokenSet::TokenSet(std::span<const std::uint64_t> tokens) {
  const std::size_t buckets = std::bit_ceil(tokens.size() + 2);  // about one token each
  slots_.assign(buckets * kBucket, kFree);
  mask_ = buckets - 1;
  shift_ = kTokenHashBits - std::countr_zero(buckets);
  for (const std::uint64_t token : tokens) insert(token);
}

void TokenSet::append_others(std::span<const std::uint64_t> tokens, PlainVector<std::uint64_t>& others) const {
  std::size_t count = others.size();
  others.resize(count + tokens.size());
  for (const std::uint64_t token : tokens) {
    others[count] = token;
    count += static_cast<std::size_t>(!contains(token));
  }
  others.resize(count);
}

void TokenSet::insert(std::uint64_t token) {
  if (token == kFree) has_zero_ = true;
  if (contains(token)) return;
  std::size_t slot = (token >> shift_) * kBucket;
  while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = token;
}

}  // namespace cento
