#pragma once

#include "read/html/html_extractor.hpp"

namespace cento {

/// The loops of HtmlExtractor, byte by byte: runs everywhere, and is the reference for testing the others.
struct ScalarScan {
  static bool is_space(char c) { return HtmlMarkup<ScalarScan>::is_space(c); }
  static bool stops_text(char c) { return c == '<' || c == '&' || c == '\0'; }

  static HtmlCursor copy_text(HtmlCursor at, const char* end) {
    for (; at.from < end && !stops_text(*at.from); ++at.from) {
      const bool space = is_space(*at.from);
      *at.to = space ? ' ' : *at.from;
      at.to += !(space && is_space(at.to[-1]));
    }
    return at;
  }

  static HtmlCursor copy_preformatted(HtmlCursor at, const char* end) {
    while (at.from < end && !stops_text(*at.from) && *at.from != '\r') *at.to++ = *at.from++;
    return at;
  }

  template <char kA, char kB>
  static const char* find_either(const char* at, const char* end) {
    while (at < end && *at != kA && *at != kB) ++at;
    return at;
  }

  template <char kA, char kB, char kC, char kD>
  static const char* find_pair(const char* at, const char* end) {
    for (; end - at >= 2; ++at) {
      if ((at[0] == kA || at[0] == kB) && (at[1] == kC || at[1] == kD)) return at;
    }
    return end;
  }
};

}  // namespace cento
