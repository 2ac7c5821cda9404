#pragma once

#include <cstdint>
#include <type_traits>

#include "align/families.hpp"

namespace cento {

/// The hash, used for regrouping, of something at a position. Twelve bytes, so that many fit in memory: the upper half
/// of the hash, its lower half, the position. Regrouped by hash and sorted by position.
struct HashedPosition {
  HashedPosition() = default;
  HashedPosition(std::uint64_t hash, Position where)
      : hash_high(static_cast<std::uint32_t>(hash >> 32U)),
        hash_low(static_cast<std::uint32_t>(hash)),
        position(where) {}

  std::uint32_t hash_high;
  std::uint32_t hash_low;
  Position position;

  [[nodiscard]] std::uint64_t hash() const { return std::uint64_t{hash_high} << 32U | hash_low; }
  bool operator<(const HashedPosition& other) const { return position < other.position; }
};
static_assert(sizeof(HashedPosition) == 12 && std::is_trivially_copyable_v<HashedPosition>);

struct HashOfPosition {
  std::uint64_t operator()(const HashedPosition& record) const { return record.hash(); }
};

/// For for_each_group().
struct SameHash {
  bool operator()(const HashedPosition& x, const HashedPosition& y) const { return x.hash() == y.hash(); }
};

}  // namespace cento
