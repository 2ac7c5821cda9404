#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cento {

/// Bytes of a literal and of the text they stand for.
struct LiteralUnit {
  std::size_t raw = 0;
  std::size_t text = 0;
  bool is_divisible = false;  // byte by byte the same
};

/// Goes through a literal unit by unit and tells where bytes of its text are, asked in ascending order. `NextUnit`
/// gives the unit at the beginning of what is left of the literal. It is asked once for each unit, however often the
/// walk stops inside one: to find where a unit ends may take as long as the unit is.
template <typename NextUnit>
class LiteralWalk {
 public:
  /// `inside`: what stands for the text; it begins at byte `begin` of the literal. `next_unit` must outlive this.
  LiteralWalk(std::string_view inside, std::size_t begin, const NextUnit& next_unit)
      : rest_(inside), raw_(begin), next_unit_(next_unit) {}

  /// Where the byte `offset` of the text is in the literal; an offset inside what cannot be divided counts as its end.
  std::uint32_t raw(std::size_t offset) {
    while (text_ < offset && !rest_.empty()) {
      if (unit_.raw == 0) unit_ = next_unit_(rest_);
      const std::size_t wanted = offset - text_;
      if (unit_.is_divisible && unit_.text > wanted) {
        pass(wanted, wanted);
      } else {
        pass(unit_.raw, unit_.text);
      }
    }
    return static_cast<std::uint32_t>(raw_);
  }

 private:
  void pass(std::size_t raw, std::size_t text) {
    rest_.remove_prefix(raw);
    raw_ += raw;
    text_ += text;
    unit_.raw -= raw;
    unit_.text -= text;
  }

  std::string_view rest_;
  std::size_t raw_;
  std::size_t text_ = 0;
  LiteralUnit unit_;  // what is left of the unit at the beginning of rest_; nothing: it is not known
  const NextUnit& next_unit_;
};

}  // namespace cento
