#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "methods/pdc/sentences/near_pair.hpp"

namespace cento {

/// Which classes of sentences are near which others, for fast lookup. Classes are named without their flag.
class NearClasses {
 public:
  struct Neighbour {
    std::uint32_t name = 0;
    float similarity = 0;
  };

  NearClasses() = default;
  /// `pairs` ascend; classes are less than `classes`.
  NearClasses(std::span<const NearPair> pairs, std::size_t classes);

  [[nodiscard]] bool empty() const { return names_.empty(); }
  /// Whether a class has any neighbour: checks one bit.
  [[nodiscard]] bool has(std::uint32_t name) const {
    return !names_.empty() && (bits_[name / 64] >> (name % 64) & 1U) != 0;
  }
  /// The neighbours of a class, ascending.
  [[nodiscard]] std::span<const Neighbour> of(std::uint32_t name) const;
  /// The similarity of two classes; 0 if they are not near.
  [[nodiscard]] float similarity(std::uint32_t a, std::uint32_t b) const;
  /// All classes that have neighbours, ascending.
  [[nodiscard]] std::span<const std::uint32_t> names() const { return names_; }

 private:
  PlainVector<std::uint64_t> bits_;
  std::vector<std::uint32_t> names_;
  std::vector<std::uint32_t> begins_;  // of each name's neighbours, then one past the last
  std::vector<Neighbour> neighbours_;
};

}  // namespace cento
