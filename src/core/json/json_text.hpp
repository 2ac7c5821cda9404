#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cento {

/// Appends `text` to `out` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);

/// Appends `"key":` (escaped), with a comma before it unless `out` ends in '{' or '['.
void append_json_key(std::string& out, std::string_view key);

/// Appends `"key":"text"`, with a comma before it where needed.
void append_json_field(std::string& out, std::string_view key, std::string_view text);

/// Appends `"key":number`, likewise.
void append_json_number(std::string& out, std::string_view key, std::uint64_t number);

/// `before`, which ends with the key and its colon, as it is, and the text as a string.
inline void append_text_field(std::string& out, std::string_view before, std::string_view text) {
  out += before;
  append_json_string(out, text);
}

/// Appends `"key":["text",…]`, with a comma before it where needed.
void append_json_strings(std::string& out, std::string_view key, std::span<const std::string> texts);

/// `text` as a JSON string with its quotes.
std::string json_string(std::string_view text);

}  // namespace cento
