#include "core/json_text.hpp"

#include <fmt/format.h>

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

void append_valid_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  std::size_t kept = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(text.substr(kept, i - kept));
    append_escaped(out, c);
    kept = i + 1;
  }
  out.append(text.substr(kept));
  out.push_back('"');
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  if (is_valid_utf8(text)) {
    append_valid_json_string(out, text);
    return;
  }
  std::string repaired;
  append_valid_utf8(repaired, text);
  append_valid_json_string(out, repaired);
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
