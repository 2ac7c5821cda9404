#include "methods/ndd/text_claims.hpp"

#include <mutex>

#include <boost/unordered/unordered_flat_map.hpp>

#include "sign/text_fingerprint.hpp"

namespace cento {

namespace {

constexpr std::size_t kShards = 64;  // threads seldom collide in one

}  // namespace

Fingerprint fingerprint_of(std::span<const Part> parts) {
  Fingerprint fingerprint;
  for (const Part& part : parts) fingerprint = text_fingerprint(part.text, fingerprint);
  return fingerprint;
}

struct TextClaims::Shard {
  using Allocator = SpillableAllocator<std::pair<const Fingerprint, std::uint64_t>>;

  std::mutex mutex;
  boost::unordered_flat_map<Fingerprint, std::uint64_t, HashFingerprint, std::equal_to<>, Allocator> earliest;
};

TextClaims::TextClaims(SpillableMemory* memory) : memory_(memory), shards_(std::make_unique<Shard[]>(kShards)) {
  clear();
}

TextClaims::~TextClaims() = default;

bool TextClaims::is_copy(const Fingerprint& text, std::uint64_t order) {
  Shard& shard = shards_[text.high % kShards];
  const std::lock_guard lock(shard.mutex);
  const auto [entry, is_new] = shard.earliest.emplace(text, order);
  if (is_new) return false;
  if (entry->second < order) return true;
  entry->second = order;
  return false;
}

void TextClaims::clear() {
  for (std::size_t i = 0; i < kShards; ++i) shards_[i].earliest = decltype(Shard::earliest)(Shard::Allocator(memory_));
}

}  // namespace cento
