#include "methods/pdc/sentences/near_kernels.hpp"

#include <algorithm>

#include "core/memory/plain_vector.hpp"
#include "methods/pdc/sentences/sentence_signer.hpp"

namespace cento {

namespace {

void unpack(const SentenceSet& set, std::vector<std::uint32_t>& features) {
  unpack_features(set.words, set.size, features);
}

}  // namespace

NearPair near_pair_of(std::uint32_t a, std::uint32_t b, double similarity) {
  return {std::min(a, b), std::max(a, b), static_cast<float>(similarity)};
}

bool merge_equal_classes(std::span<const HashedPosition> group, std::span<std::uint32_t> classes,
                         std::uint32_t repeats) {
  std::uint32_t first = ~std::uint32_t{0};
  bool differ = false;
  for (const HashedPosition& set : group) {
    const std::uint32_t name = classes[set.position] & ~repeats;
    differ |= first != ~std::uint32_t{0} && name != first;
    first = std::min(first, name);
  }
  if (!differ) return false;
  // Only first positions are written: classes[set.position] must not change until the whole group is done.
  PlainVector<std::uint32_t> names;
  for (const HashedPosition& set : group) names.push_back(classes[set.position] & ~repeats);
  for (const std::uint32_t name : names) classes[name] = first | repeats;
  return true;
}

void NearVerifier::verify(const NearCandidate& candidate, std::vector<NearPair>& out) {
  if (position_a_ != candidate.a) unpack(sets_.get(candidate.a, scratch_), a_);
  position_a_ = candidate.a;
  unpack(sets_.get(candidate.b, scratch_), b_);
  const auto size_a = static_cast<std::uint32_t>(a_.size());
  const auto size_b = static_cast<std::uint32_t>(b_.size());
  const std::uint32_t shared = count_shared(a_, b_);
  if (!wanted_.reached(shared, size_a, size_b)) return;
  out.push_back(
      near_pair_of(candidate.class_a, candidate.class_b, static_cast<double>(shared) / (size_a + size_b - shared)));
}

}  // namespace cento
