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

using NameRow = std::pair<std::string_view, std::string_view>;

/// By how format strings begin; longer beginnings first.
constexpr std::array<NameRow, 31> kTypeNames{{
    {"+vl", "list_view"},
    {"+vL", "large_list_view"},
    {"+ud", "union"},
    {"+us", "union"},
    {"+l", "list"},
    {"+L", "large_list"},
    {"+w", "fixed_size_list"},
    {"+s", "struct"},
    {"+m", "map"},
    {"+r", "run_end_encoded"},
    {"tdD", "date32"},
    {"tdm", "date64"},
    {"ts", "timestamp"},
    {"tt", "time"},
    {"tD", "duration"},
    {"ti", "interval"},
    {"n", "null"},
    {"b", "bool"},
    {"c", "int8"},
    {"C", "uint8"},
    {"s", "int16"},
    {"S", "uint16"},
    {"i", "int32"},
    {"I", "uint32"},
    {"l", "int64"},
    {"L", "uint64"},
    {"e", "float16"},
    {"f", "float32"},
    {"g", "float64"},
    {"d:", "decimal"},
    {"w:", "fixed_size_binary"},
}};

const ArrowSchema& values_of(const ArrowSchema& column) {
  return column.dictionary == nullptr ? column : *column.dictionary;
}

}  // namespace

ArrowLayout arrow_layout(std::string_view format) {
  for (const auto& [known, layout] : kFormatStrings) {
    if (known == format) return layout;
  }
  return ArrowLayout::other;
}

std::string arrow_type_name(const ArrowSchema& column) {
  const ArrowSchema& values = values_of(column);
  const std::string_view format = values.format == nullptr ? "" : values.format;
  for (const auto& [beginning, name] : kTypeNames) {
    if (format.starts_with(beginning)) return std::string(name);
  }
  return std::string(format);
}

ArrowLayout arrow_value_layout(const ArrowSchema& column) {
  const ArrowSchema& values = values_of(column);
  return values.format == nullptr ? ArrowLayout::other : arrow_layout(values.format);
}

bool is_text_layout(ArrowLayout layout) {
  return layout <= ArrowLayout::string_views;
}

bool is_integer_layout(ArrowLayout layout) {
  return layout >= ArrowLayout::int8 && layout <= ArrowLayout::uint64;
}

}  // namespace cento
