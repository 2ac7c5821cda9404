#include "read/arrow/arrow_layout.hpp"

#include <array>
#include <utility>

namespace cento {

namespace {

using FormatRow = std::pair<std::string_view, ArrowLayout>;

constexpr std::array<FormatRow, 15> kFormatStrings{{
    {"u", ArrowLayout::strings},
    {"U", ArrowLayout::large_strings},
    {"vu", ArrowLayout::string_views},
    {"z", ArrowLayout::strings},
    {"Z", ArrowLayout::large_strings},
    {"vz", ArrowLayout::string_views},
    {"c", ArrowLayout::int8},
    {"C", ArrowLayout::uint8},
    {"s", ArrowLayout::int16},
    {"S", ArrowLayout::uint16},
    {"i", ArrowLayout::int32},
    {"I", ArrowLayout::uint32},
    {"l", ArrowLayout::int64},
    {"L", ArrowLayout::uint64},
    {"+s", ArrowLayout::structure},
}};

}  // namespace

ArrowLayout arrow_layout(std::string_view format) {
  for (const auto& [known, layout] : kFormatStrings) {
    if (known == format) return layout;
  }
  return ArrowLayout::other;
}

ArrowLayout arrow_value_layout(const ArrowSchema& column) {
  const ArrowSchema& values = column.dictionary == nullptr ? column : *column.dictionary;
  return values.format == nullptr ? ArrowLayout::other : arrow_layout(values.format);
}

bool is_text_layout(ArrowLayout layout) {
  return layout <= ArrowLayout::string_views;
}

bool is_integer_layout(ArrowLayout layout) {
  return layout >= ArrowLayout::int8 && layout <= ArrowLayout::uint64;
}

}  // namespace cento
