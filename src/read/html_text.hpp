#pragma once

#include <string>
#include <string_view>

#include "core/arena.hpp"
#include "core/kernel.hpp"

namespace cento {

/// The text of a web page as paper ndd normalises it: head, scripts, styles, comments and tags out, character
/// references decoded, a line break where a block element begins or ends. `html` is valid UTF-8; so is the result.
[[nodiscard]] std::string html_to_text(std::string_view html);

/// The same, put into an arena. `html` need not be padded.
std::string_view html_to_text(std::string_view html, Arena& arena);

/// The same with a given kernel, which this processor must have. All give the same text.
std::string_view html_to_text(std::string_view html, Arena& arena, Kernel kernel);

/// The text of the page's first <title>, white space collapsed; empty if it has none. Looks no further than <body>.
[[nodiscard]] std::string html_title(std::string_view html);

/// Decodes character references (&amp; &#8217; …) alone, as in an attribute or a title.
[[nodiscard]] std::string decode_character_references(std::string_view text);

}  // namespace cento
