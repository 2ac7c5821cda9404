#pragma once

#include <cstdint>
#include <string>

#include "cento/error.hpp"

namespace cento {

/// A damaged part of an index, which is left out of answers.
struct IndexDamage {
  std::string file;
  std::uint64_t byte = 0;  // begin of the damaged page or block in the file; Place::kUnknown if not known
  std::string reason;      // one sentence without the place

  friend auto operator<=>(const IndexDamage&, const IndexDamage&) = default;  // NOLINT: a false alarm about nullptr
};

/// The requested data is damaged; the message names its place.
class DamagedError : public Error {
 public:
  /// `sentence`: describes the damage, its place and what to do.
  DamagedError(const std::string& sentence, IndexDamage damage) : Error(sentence), damage_(std::move(damage)) {}

  [[nodiscard]] const IndexDamage& damage() const { return damage_; }

 private:
  IndexDamage damage_;
};

/// Reports whether this thread found damage since the watch began: if so, its results since then are incomplete.
/// Look-ups that run a million times a second can report damage in no other way without a cost.
class DamageWatch {
 public:
  DamageWatch() : before_(met()) {}

  [[nodiscard]] bool has_met_any() const { return met() != before_; }

  /// Records that this thread found damage and left it out.
  static void note();

 private:
  static std::uint64_t met();

  std::uint64_t before_;
};

}  // namespace cento
