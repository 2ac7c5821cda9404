#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cento {

/// Bytes of a literal and of the text they mean.
struct LiteralUnit {
  std::size_t raw = 0;
  std::size_t text = 0;
  bool is_divisible = false;  // the same byte by byte
};

/// Walks through a literal unit by unit and finds bytes of its text, asked for in ascending order. `NextUnit` returns
/// the unit at the beginning of the rest of the literal. It is called once for each unit, however often the walk stops
/// inside one: finding the end of a unit may take time proportional to its length.
template <typename NextUnit>
class LiteralWalk {
 public:
  /// `inside`: the part for the text; it begins at byte `begin` of the literal. `next_unit` must outlive this.
  LiteralWalk(std::string_view inside, std::size_t begin, const NextUnit& next_unit)
      : rest_(inside), raw_(begin), next_unit_(next_unit) {}

  /// Where the byte `offset` of the text is in the literal; an offset inside an indivisible unit counts as its end.
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
  LiteralUnit unit_;  // rest of the unit at the beginning of rest_; empty: not known yet
  const NextUnit& next_unit_;
};

}  // namespace cento
