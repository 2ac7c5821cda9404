#pragma once

#include <string>
#include <string_view>

#include "core/memory/arena.hpp"

namespace cento {

/// What is known about a text's charset besides its bytes.
struct CharsetHints {
  std::string_view forced;  // the user's --charset; wins over everything
  std::string_view http;    // charset of a Content-Type header, as written there
  bool is_html = false;     // look for <meta charset> and an XML declaration
};

/// Bytes converted to UTF-8, and how the charset was determined.
struct Utf8Text {
  std::string_view text;               // without a byte order mark; valid UTF-8
  std::string_view charset = "UTF-8";  // canonical name (static or in the arena)
  std::string_view source;             // "", "forced", "bom", "http", "meta", "xml", "detected"
  std::size_t replaced = 0;            // invalid sequences that became U+FFFD
};

/// Whether a label such as "latin1" names a charset that can be converted; for checking user input.
[[nodiscard]] bool is_known_charset(std::string_view label);

/// Converts to UTF-8. Sources of the charset, in this order: `forced`, a byte order mark, the HTTP header, an XML
/// declaration or <meta>, ICU's guess. But bytes that are valid UTF-8 are UTF-8 whatever the header or page claims,
/// unless the claim is a Chinese, Japanese or Korean charset and no character takes three bytes. Labels mean what
/// browsers take them for (ISO-8859-1 is windows-1252); unknown ones are ignored. Valid UTF-8 is not copied: the result
/// then points into `bytes`; everything else is converted into the arena. Never fails: what cannot be converted becomes
/// U+FFFD.
Utf8Text to_utf8(std::string_view bytes, const CharsetHints& hints, Arena& arena);

}  // namespace cento
