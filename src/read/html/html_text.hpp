#pragma once

#include <string>
#include <string_view>

#include "core/kernel.hpp"
#include "core/memory/arena.hpp"

namespace cento {

/// The text of a web page, normalised as in paper ndd: head, scripts, styles, comments and tags are removed, character
/// references decoded, and block elements begin and end with a line break. `html` is valid UTF-8; so is the result.
[[nodiscard]] std::string html_to_text(std::string_view html);

/// The same, stored in an arena. `html` need not be padded.
std::string_view html_to_text(std::string_view html, Arena& arena);

/// The same with a given kernel, which this processor must support. All give the same text.
std::string_view html_to_text(std::string_view html, Arena& arena, Kernel kernel);

/// The text of the page's first <title>, white space collapsed; empty if it has none. Does not search beyond <body>.
[[nodiscard]] std::string html_title(std::string_view html);

/// Only decodes character references (&amp; &#8217; …), as in an attribute or a title.
[[nodiscard]] std::string decode_character_references(std::string_view text);

}  // namespace cento
