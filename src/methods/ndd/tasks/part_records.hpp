#pragma once

#include <cstdint>
#include <type_traits>

#include "core/spill/task_blocks.hpp"
#include "sign/signer.hpp"

// The records of the join of near-duplicates cut into tasks (core/spill/task_blocks.hpp).

namespace cento {

/// A document and the fingerprints of its features and of its bytes.
struct ClassMember {
  Fingerprint features;
  Fingerprint text;
  std::uint32_t document = 0;
  std::uint32_t size = 0;  // number of features; 0: it is in no class

  friend bool operator<(const ClassMember& x, const ClassMember& y) {
    return x.features != y.features ? x.features < y.features : x.document < y.document;
  }
};
static_assert(sizeof(ClassMember) == 40 && std::is_trivially_copyable_v<ClassMember>);

/// A document whose features an earlier one has, the first of those, and the first with the bytes of its text (itself
/// if no earlier one has them).
struct LaterMember {
  std::uint32_t document = 0;
  std::uint32_t first = 0;
  std::uint32_t first_of_text = 0;
};
static_assert(sizeof(LaterMember) == 12);

/// How many documents have the features of the first one that has them: several.
struct ClassSize {
  std::uint32_t first = 0;
  std::uint32_t documents = 0;
};
static_assert(sizeof(ClassSize) == 8);

/// A feature that a set showed in a slice and that turned out to be common.
struct CommonShown {
  std::uint32_t set = 0;
  std::uint32_t slice = 0;
  std::uint32_t short_feature = 0;
  std::uint32_t sets = 0;  // that showed it

  friend bool operator<(const CommonShown& x, const CommonShown& y) {
    if (x.set != y.set) return x.set < y.set;
    return x.slice != y.slice ? x.slice < y.slice : x.short_feature < y.short_feature;
  }
};
static_assert(sizeof(CommonShown) == 16);

/// How many features that a set showed in a slice turned out to be common.
struct CommonCount {
  std::uint32_t set = 0;
  std::uint32_t slice = 0;
  std::uint32_t count = 0;

  friend bool operator<(const CommonCount& x, const CommonCount& y) {
    return x.set != y.set ? x.set < y.set : x.slice < y.slice;
  }
};
static_assert(sizeof(CommonCount) == 12);

/// A pair that may be similar, and where it is compared: in the part of the set `home`.
struct PairAtHome {
  std::uint32_t a = 0;  // the smaller number
  std::uint32_t b = 0;
  std::uint32_t home = 0;
  std::uint32_t shared = 0;  // shown features that both have
  std::uint32_t size_b = 0;  // of b: its features,
  std::uint32_t rest_b = 0;  // and those that are not rare ones of slices that all sets show
};
static_assert(sizeof(PairAtHome) == 24);

/// The features of a set were sent to a part.
struct SentSet {
  std::uint32_t set = 0;
  std::uint32_t part = 0;
};
static_assert(sizeof(SentSet) == 8);

}  // namespace cento
