#include "study/bad_line.hpp"

#include <fmt/format.h>

#include "core/utf8.hpp"

namespace cento {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kShownBytes = 60;
  constexpr auto kIsInside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  std::size_t end = text.size();
  if (end > kShownBytes) {
    end = kShownBytes;
    while (end > 0 && kIsInside(text[end])) --end;
  }
  std::string shown;
  append_valid_utf8(shown, text.substr(0, end));
  return fmt::format("\"{}{}\"", shown, end < text.size() ? "…" : "");
}

}  // namespace cento
