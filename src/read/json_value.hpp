#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/arena.hpp"

namespace cento {

/// What a JSON value is.
enum class JsonKind { null, boolean, number, string, array, object };

/// A field of a JSON object.
struct JsonField {
  std::string_view key;                       // unescaped
  std::string_view key_text;                  // as JSON, with its quotes
  std::string_view value;                     // as JSON, without white space around it
  std::string_view raw;                       // the same as it stands in the text, also if it is not sound
  std::optional<std::string_view> text = {};  // of a string that was unescaped on the way, in the arena
};

/// The kind of a JSON value, told by its first byte. `value` must be JSON.
[[nodiscard]] JsonKind kind_of_json(std::string_view value);

/// "null", "a number", "an array", … for messages.
[[nodiscard]] std::string_view describe(JsonKind kind);

/// Whether `text` is exactly one JSON value without white space around it, without lone surrogates and without control
/// characters in strings. It must already be known to be UTF-8.
[[nodiscard]] bool is_json_value(std::string_view text);

/// The text of a JSON string given with its quotes, whose escapes must be sound. Written to `out`, which needs room for
/// `quoted.size()` + kUnescapeOverrunBytes (json_strings.hpp) bytes; the size is returned. Lone surrogates become
/// U+FFFD.
std::size_t unescape_json_string(std::string_view quoted, char* out);

/// The same as a string.
[[nodiscard]] std::string unescape_json_string(std::string_view quoted);

/// Lists the fields of the JSON object that `text` is, as views into it (unescaped keys may lie in the arena). False,
/// with `fields` in any state, unless everything is as the standard has it, with no lone surrogate: then
/// read_json_object() may still read it.
/// Strings under keys that `text_keys` has are unescaped on the way.
[[nodiscard]] bool list_sound_fields(std::string_view text, std::span<const std::string_view> text_keys, Arena& arena,
                                     std::vector<JsonField>& fields);

/// A JSON object read with patience: in strings, lone surrogates and bytes that are not UTF-8 become U+FFFD and
/// unescaped control characters (also NUL) are taken as they are; NaN and Infinity become null. Nothing else is
/// forgiven.
struct TolerantObject {
  std::vector<JsonField> fields;  // in order, all of them; views into the text or the arena, all sound JSON
  std::size_t replaced = 0;       // characters that became U+FFFD
  std::string problem;            // what is wrong and at which column (in bytes, from 1); empty if nothing is
  bool is_object = true;          // false when the text is something else than an object from the start
};

/// Reads `text`, which may have white space around the object.
[[nodiscard]] TolerantObject read_json_object(std::string_view text, Arena& arena);

/// The elements of a JSON array that is known to be sound, each as JSON.
[[nodiscard]] std::vector<std::string_view> json_elements(std::string_view array);

}  // namespace cento
