#include "read/json/literal_offsets.hpp"

#include <algorithm>
#include <cstdint>

#include "core/json/json_strings.hpp"
#include "core/memory/arena.hpp"
#include "core/utf8.hpp"
#include "read/json/literal_walk.hpp"

namespace cento {

namespace {

std::size_t utf8_size(std::uint32_t code_point) {
  constexpr std::uint32_t kTwoBytes = 0x80;
  constexpr std::uint32_t kThreeBytes = 0x800;
  constexpr std::uint32_t kFourBytes = 0x10000;
  return code_point < kTwoBytes ? 1 : code_point < kThreeBytes ? 2 : code_point < kFourBytes ? 3 : 4;
}

template <typename NextUnit>
void find(std::string_view inside, std::size_t begin, const NextUnit& next_unit, std::span<const Span> stretches,
          std::vector<Span>& raw) {
  LiteralWalk<NextUnit> walk(inside, begin, next_unit);
  raw.clear();
  for (const Span& stretch : stretches) {
    const std::uint32_t from = walk.raw(stretch.begin);
    raw.push_back({from, walk.raw(stretch.end)});
  }
}

LiteralUnit escape_unit(std::string_view rest) {
  if (rest.size() < 2 || rest[1] != 'u') return {std::min<std::size_t>(2, rest.size()), 1};
  const CodePoint point = unescape_unicode(rest);
  return {point.length, utf8_size(point.value)};
}

/// The units of a row's quoted value, which may continue after its closing quote.
class QuotedUnits {
 public:
  explicit QuotedUnits(const char* closing) : closing_(closing) {}

  LiteralUnit operator()(std::string_view rest) const {
    if (rest.data() > closing_) return {rest.size(), rest.size(), true};
    if (rest.data() == closing_) return {1, 0};
    if (rest.front() == '"') return {2, 1};
    const std::size_t plain = std::min(rest.find('"'), static_cast<std::size_t>(closing_ - rest.data()));
    return {plain, plain, true};
  }

 private:
  const char* closing_;
};

/// The first quote after the opening one that is not doubled.
std::size_t closing_quote(std::string_view literal) {
  std::size_t at = 1;
  while (at < literal.size() && (literal[at] != '"' || literal.substr(at + 1).starts_with('"'))) {
    at += literal[at] == '"' ? 2 : 1;
  }
  return at;
}

/// Whether the quotes of a field delimit it: in some dialects they may be ordinary characters.
bool is_quoted(std::string_view literal, const CsvDialect& dialect) {
  if (!literal.starts_with('"')) return false;
  Arena arena;
  std::vector<std::string_view> values;
  split_row(literal, dialect, arena, values);
  return values.size() != 1 || values.front() != literal;
}

}  // namespace

void find_in_json_string(std::string_view literal, std::span<const Span> stretches, std::vector<Span>& raw) {
  const bool is_valid = is_valid_utf8(literal);
  const auto next_unit = [&](std::string_view rest) -> LiteralUnit {
    if (rest.front() == '\\') return escape_unit(rest);
    if (is_valid) {
      const std::size_t plain = std::min(rest.find('\\'), rest.size());
      return {plain, plain, true};
    }
    const CodePoint point = decode_utf8(rest, 0);
    return {point.length, utf8_size(point.value)};
  };
  find(literal.substr(1, literal.size() - 2), 1, next_unit, stretches, raw);
}

void find_in_csv_field(std::string_view literal, const CsvDialect& dialect, std::span<const Span> stretches,
                       std::vector<Span>& raw) {
  if (!is_quoted(literal, dialect))
    return find(
        literal, 0,
        [](std::string_view rest) -> LiteralUnit {
          return {rest.size(), rest.size(), true};
        },
        stretches, raw);
  const QuotedUnits next_unit(literal.data() + closing_quote(literal));
  find(literal.substr(1), 1, next_unit, stretches, raw);
}

}  // namespace cento
