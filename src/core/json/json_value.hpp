#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/arena.hpp"

namespace cento {

/// The kind of a JSON value.
enum class JsonKind { null, boolean, number, string, array, object };

/// A field of a JSON object.
struct JsonField {
  std::string_view key;                       // unescaped
  std::string_view key_text;                  // as JSON, with its quotes
  std::string_view value;                     // as JSON, without surrounding white space
  std::string_view raw;                       // the same as written in the text, even if it is not sound
  std::optional<std::string_view> text = {};  // of a string that was unescaped during parsing, in the arena
};

/// The kind of a JSON value, by its first byte. `value` must be JSON.
[[nodiscard]] JsonKind kind_of_json(std::string_view value);

/// "null", "a number", "an array", … for messages.
[[nodiscard]] std::string_view describe(JsonKind kind);

/// Whether `text` is exactly one JSON value without surrounding white space, lone surrogates or control characters in
/// strings. It must already be known to be UTF-8.
[[nodiscard]] bool is_json_value(std::string_view text);

/// Unescapes a JSON string given with its quotes, whose escapes must be valid, into `out`, which needs room for
/// `quoted.size()` + kUnescapeOverrunBytes (json_strings.hpp) bytes; returns the size. Lone surrogates become U+FFFD.
std::size_t unescape_json_string(std::string_view quoted, char* out);

/// The same as a string.
[[nodiscard]] std::string unescape_json_string(std::string_view quoted);

/// Lists the fields of the JSON object `text`, as views into it (unescaped keys may be in the arena). False, with
/// `fields` in any state, unless everything follows the standard, without lone surrogates: then read_json_object() may
/// still read it. Strings under keys in `text_keys` are unescaped as well.
[[nodiscard]] bool list_sound_fields(std::string_view text, std::span<const std::string_view> text_keys, Arena& arena,
                                     std::vector<JsonField>& fields);

/// A JSON object read tolerantly: in strings, lone surrogates and bytes that are not UTF-8 become U+FFFD and unescaped
/// control characters (also NUL) are kept; NaN and Infinity become null. Nothing else is tolerated.
struct TolerantObject {
  std::vector<JsonField> fields;  // in order, all of them; views into the text or the arena, all sound JSON
  std::size_t replaced = 0;       // characters that became U+FFFD
  std::string problem;            // what is wrong and at which column (in bytes, from 1); empty if nothing is
  bool is_object = true;          // false when the text does not begin as an object
};

/// Reads `text`, which may have white space around the object.
[[nodiscard]] TolerantObject read_json_object(std::string_view text, Arena& arena);

/// The elements of a sound JSON array, each as JSON.
[[nodiscard]] std::vector<std::string_view> json_elements(std::string_view array);

}  // namespace cento
