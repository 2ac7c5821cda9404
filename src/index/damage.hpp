#pragma once

#include <cstdint>
#include <string>

#include "core/error.hpp"

namespace cento {

/// Something of an index that is not as it was written, and that is left out of answers.
struct IndexDamage {
  std::string file;
  std::uint64_t byte = 0;  // in the file, where the damaged page or block begins; Place::kUnknown if it is not known
  std::string reason;      // one sentence without the place

  friend auto operator<=>(const IndexDamage&, const IndexDamage&) = default;  // NOLINT: a false alarm about nullptr
};

/// What was asked for is damaged; the message names its place.
class DamagedError : public Error {
 public:
  /// `sentence`: the damage as one, with its place and what to do.
  DamagedError(const std::string& sentence, IndexDamage damage) : Error(sentence), damage_(std::move(damage)) {}

  [[nodiscard]] const IndexDamage& damage() const { return damage_; }

 private:
  IndexDamage damage_;
};

/// Says whether this thread met damage since the watch began: then what it found since is incomplete. What is looked up
/// a million times a second has no other way to say so that costs nothing while all is well.
class DamageWatch {
 public:
  DamageWatch() : before_(met()) {}

  [[nodiscard]] bool has_met_any() const { return met() != before_; }

  /// This thread met damage, and left it out.
  static void note();

 private:
  static std::uint64_t met();

  std::uint64_t before_;
};

}  // namespace cento
