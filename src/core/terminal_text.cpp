#include "core/terminal_text.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "core/utf8.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kFirstPrintable = 0x20;
constexpr std::uint32_t kDelete = 0x7F;
constexpr std::uint32_t kFirstAfterControls = 0xA0;

void append_escaped_bytes(std::string& out, std::string_view bytes) {
  for (const char c : bytes) {
    out += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
}

}  // namespace

bool is_unsafe_to_show(std::uint32_t code_point) {
  const bool is_control = code_point < kFirstPrintable || (code_point >= kDelete && code_point < kFirstAfterControls);
  const bool turns = (code_point >= 0x202A && code_point <= 0x202E) || (code_point >= 0x2066 && code_point <= 0x2069) ||
                     code_point == 0x200E || code_point == 0x200F || code_point == 0x061C;
  const bool breaks_lines = code_point == 0x2028 || code_point == 0x2029;
  return is_control || turns || breaks_lines;
}

std::string escaped_for_terminal(std::string_view text, TextLines lines) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    const std::string_view bytes = text.substr(at, next.length);
    at += next.length;
    const bool is_kept = lines == TextLines::kept && (next.value == '\n' || next.value == '\t');
    if (next.value == kReplacementCharacter && !is_valid_utf8(bytes)) {
      append_escaped_bytes(out, bytes);
    } else if (!is_kept && is_unsafe_to_show(next.value)) {
      out += fmt::format("\\u{:04x}", next.value);
    } else {
      out += bytes;
    }
  }
  return out;
}

std::string_view cleared_line_on_standard_error() {
  return ::isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "";
}

std::string shown_on_standard_error(std::string_view sentence) {
  return ::isatty(STDERR_FILENO) != 0 ? escaped_for_terminal(sentence, TextLines::escaped) : std::string(sentence);
}

}  // namespace cento
