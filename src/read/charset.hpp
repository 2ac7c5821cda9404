#pragma once

#include <string>
#include <string_view>

#include "core/arena.hpp"

namespace cento {

/// What is known about a text's charset besides its bytes.
struct CharsetHints {
  std::string_view forced;  // the user's --charset; wins over everything
  std::string_view http;    // charset of a Content-Type header, as written there
  bool is_html = false;     // look for <meta charset> and an XML declaration
};

/// Bytes as UTF-8, with the way it was decided.
struct Utf8Text {
  std::string_view text;               // without a byte order mark; valid UTF-8
  std::string_view charset = "UTF-8";  // canonical name (static or in the arena)
  std::string_view source;             // "", "forced", "bom", "http", "meta", "xml", "detected"
  std::size_t replaced = 0;            // invalid sequences that became U+FFFD
};

/// Converts to UTF-8. Valid UTF-8 without a contrary declaration is returned as it is (no copy: the result then points
/// into `bytes`); everything else is converted into the arena. Never fails: what cannot be converted becomes U+FFFD.
Utf8Text to_utf8(std::string_view bytes, const CharsetHints& hints, Arena& arena);

}  // namespace cento
