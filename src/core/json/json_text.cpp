#include "core/json/json_text.hpp"

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "core/append_all.hpp"
#include "core/utf8.hpp"

namespace cento {

namespace {

void append_escaped(std::string& out, unsigned char c) {
  switch (c) {
    case '"': out += "\\\""; break;
    case '\\': out += "\\\\"; break;
    case '\n': out += "\\n"; break;
    case '\r': out += "\\r"; break;
    case '\t': out += "\\t"; break;
    default: out += fmt::format("\\u{:04x}", c);
  }
}

/// Whether none of eight bytes has to be escaped, and all are ASCII. A borrow can only reach bytes above the first one
/// that fails, so that one is always detected.
bool are_plain(std::uint64_t eight) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  constexpr std::uint64_t kTops = 0x80 * kEach;
  const std::uint64_t below_space = eight - ' ' * kEach;
  const std::uint64_t quotes = (eight ^ '"' * kEach) - kEach;
  const std::uint64_t backslashes = (eight ^ '\\' * kEach) - kEach;
  return ((eight | below_space | quotes | backslashes) & kTops) == 0;
}

/// How many bytes from here on are plain, in steps of eight.
std::size_t plain_length(std::string_view text) {
  std::size_t length = 0;
  for (std::uint64_t eight = 0; length + sizeof(eight) <= text.size(); length += sizeof(eight)) {
    std::memcpy(&eight, text.data() + length, sizeof(eight));
    if (!are_plain(eight)) break;
  }
  return length;
}

/// The first `plain` bytes of the text need no escaping.
void append_valid_json_string(std::string& out, std::string_view text, std::size_t plain) {
  out.push_back('"');
  std::size_t kept = 0;
  for (std::size_t i = plain; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(text.substr(kept, i - kept));
    append_escaped(out, c);
    kept = i + 1;
    i += plain_length(text.substr(kept));
  }
  out.append(text.substr(kept));
  out.push_back('"');
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  const std::size_t plain = plain_length(text);
  if (is_valid_utf8(text.substr(plain))) {
    append_valid_json_string(out, text, plain);
    return;
  }
  std::string repaired;
  append_valid_utf8(repaired, text);
  append_valid_json_string(out, repaired, 0);
}

void append_json_key(std::string& out, std::string_view key) {
  if (!out.empty() && out.back() != '{' && out.back() != '[') out.push_back(',');
  append_json_string(out, key);
  out.push_back(':');
}

void append_json_field(std::string& out, std::string_view key, std::string_view text) {
  append_json_key(out, key);
  append_json_string(out, text);
}

void append_json_number(std::string& out, std::string_view key, std::uint64_t number) {
  append_json_key(out, key);
  append_all(out, number);
}

void append_json_strings(std::string& out, std::string_view key, std::span<const std::string> texts) {
  append_json_key(out, key);
  out += '[';
  for (const std::string& text : texts) {
    if (out.back() != '[') out += ',';
    append_json_string(out, text);
  }
  out += ']';
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

}  // namespace cento
