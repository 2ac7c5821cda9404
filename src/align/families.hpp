#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/memory/plain_vector.hpp"

namespace cento {

/// A place in the sequence of all sentences of a collection.
using Position = std::uint32_t;

/// A passage and everywhere it occurs: a maximal repeat of the sequence, that is, a run of sentences that cannot grow
/// on either side without losing one of its places.
struct Family {
  std::uint32_t sentences = 0;    // length of the run
  std::uint32_t places = 0;       // number of places
  std::uint64_t first_place = 0;  // in Families::places
};

/// Families, with their places stored family after family, ascending in each.
struct Families {
  std::vector<Family> list;
  PlainVector<Position> places;
  std::uint64_t capped_groups = 0;  // groups of places so repetitive that their longer families were left out

  [[nodiscard]] std::span<const Position> places_of(const Family& family) const {
    return {places.data() + family.first_place, family.places};
  }
};

/// Finds families from places that begin with the same run of sentences. Each sentence of the sequence has a class, the
/// same for the same sentence; before the first and after the last sentence of every text comes a class that occurs
/// nowhere else. Holds scratch memory: one object for each thread.
///
/// Why none is missing: every place of a family begins with the same `least` sentences, so all its places are in one
/// group. In the tree of a group's continuations, each family is a node (its places differ in what follows) whose
/// places also differ in what comes before. A group or branch whose places all follow the same sentence contains no
/// family, since every run in it can grow to the left, and is skipped.
class FamilyFinder {
 public:
  /// `classes` must outlive this; `least` is the number of sentences that the places of a group have in common.
  FamilyFinder(std::span<const std::uint32_t> classes, std::uint32_t least) : classes_(classes), least_(least) {}

  /// Appends the families of a group: all places, ascending, at which one run of `least` sentences begins.
  void find(std::span<const Position> group, Families& out);

 private:
  struct Branch {
    std::vector<Position> places;
    std::uint32_t length = 0;  // sentences that they have in common, at least
  };

  [[nodiscard]] bool differ_before(std::span<const Position> places) const;
  [[nodiscard]] bool agree_at(std::span<const Position> places, std::uint32_t distance) const;
  void emit(const Branch& branch, Families& out) const;
  void push_continuations(const Branch& branch);

  std::span<const std::uint32_t> classes_;
  std::uint32_t least_;
  std::vector<Branch> open_;
  std::vector<std::pair<std::uint32_t, Position>> next_;  // the class after each place, and the place
};

}  // namespace cento
