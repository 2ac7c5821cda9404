#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "align/families.hpp"
#include "methods/pdc/sentences/hashed_position.hpp"
#include "sign/sentence_hash.hpp"

namespace cento {

/// Writes the hashes of sentences that follow each other, except of those without words, each of which is a class by
/// itself. `writer` has add(HashedPosition).
template <typename Writer>
void write_sentences(std::span<const std::uint64_t> hashes, Position begin, Writer& writer) {
  const std::uint64_t hash_of_no_words = sentence_hash({});
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (hashes[i] == hash_of_no_words) continue;
    writer.add({hashes[i], begin + static_cast<Position>(i)});
  }
}

/// Names the class of identical sentences after the first of them. A single sentence keeps the name it has.
inline void name_class(std::span<const HashedPosition> group, std::span<std::uint32_t> classes, std::uint32_t repeats) {
  if (group.size() == 1) return;
  for (const HashedPosition& sentence : group) classes[sentence.position] = group.front().position | repeats;
}

}  // namespace cento
