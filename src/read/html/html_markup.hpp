#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "read/html/html_tags.hpp"

namespace cento {

/// Where pieces of HTML markup end, by the rules of the WHATWG tokenizer. `Scan` finds bytes (see html_extractor.hpp).
/// Everything is a member of this template, so that code compiled for one instruction set cannot be linked into
/// another's.
///
/// All functions take a position and the end of the page, and return the position after the piece, or the end of the
/// page if it does not end.
template <class Scan>
struct HtmlMarkup {
  static constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
  static constexpr bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
  static constexpr bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }
  static constexpr bool ends_name(char c) { return c == '>' || c == '/' || is_space(c); }

  /// What the tag with the name [name, name_end) does.
  static Tag tag_named(const char* name, const char* name_end, const char* end) {
    const auto length = static_cast<std::size_t>(name_end - name);
    if (length > TagTable::kLongestName) return {};
    const std::uint64_t head = lower_case_number(name, length < 8 ? length : 8, end);
    const std::uint64_t tail = length > 8 ? lower_case_number(name + 8, length - 8, end) : 0;
    const TagEntry& entry = kTagTable.candidate(head);
    return ((entry.head ^ head) | (entry.tail ^ tail)) == 0 ? entry.tag : Tag{};
  }

  /// The end of a tag's name. Byte by byte: names are so short and so often the same that the processor predicts the
  /// end, without waiting for what vector code would compute. The same holds for attributes' names below.
  static const char* name_end(const char* at, const char* end) {
    while (at < end && (*at > '>' || !ends_name(*at))) ++at;
    return at;
  }

  /// After the '>' of a tag whose name ends at `at`. Quotes matter only where a value begins.
  static const char* tag_end(const char* at, const char* end) {
    while (at < end) {
      if (*at == '>') return at + 1;
      const char* sign = value_sign(at, end);
      if (sign == end || *sign == '>') return sign == end ? end : sign + 1;
      at = value_end(sign + 1, end);
    }
    return end;
  }

  /// Whether the tag whose name ends at `at` and which ends before `behind` ends in "/>" (the '/' may be a value's).
  static bool closes_itself(const char* at, const char* behind) {
    while (behind[-2] == '/' && at < behind - 1) {
      const char* sign = value_sign(at, behind);
      if (*sign == '>') return true;
      at = value_end(sign + 1, behind);
    }
    return false;
  }

  /// After the comment whose text, after "<!--", begins at `at`.
  static const char* comment_end(const char* at, const char* end) {
    if (at < end && *at == '>') return at + 1;
    for (const char* pair = at;; ++pair) {
      pair = Scan::template find_pair<'-', '!', '>', '>'>(pair, end);
      if (pair == end) return end;
      const bool closed = *pair == '-' ? pair[-1] == '-' : pair - at >= 2 && pair[-1] == '-' && pair[-2] == '-';
      if (closed) return pair + 2;
    }
  }

  /// After the next '>': doctypes, processing instructions, malformed comments.
  static const char* bogus_comment_end(const char* at, const char* end) {
    const char* sign = Scan::template find_either<'>', '>'>(at, end);
    return sign == end ? end : sign + 1;
  }

  /// The "</name" that ends an element in which nothing else is markup. `name` is in lower case.
  static const char* raw_text_end(const char* at, const char* end, const char* name, std::size_t length) {
    for (;; ++at) {
      at = Scan::template find_pair<'<', '<', '/', '/'>(at, end);
      if (at == end || is_name(at + 2, end, name, length)) return at;
    }
  }

  /// The "</script" that ends a script: a script that opens a comment and in it another <script> needs one more.
  static const char* script_end(const char* at, const char* end) {
    for (;;) {
      at = Scan::template find_pair<'<', '<', '/', '!'>(at, end);
      if (at == end || is_script(at + 2, end)) return at;
      const bool opens_comment = end - at >= 4 && std::memcmp(at, "<!--", 4) == 0;
      at = opens_comment ? script_comment_end(at + 2, end) : at + 1;
    }
  }

 private:
  static constexpr std::size_t kScriptLength = 6;

  /// 1 to 8 bytes in lower case as a number, the first byte lowest. Setting bit 5 is enough: apart from capitals it
  /// only changes bytes that no name contains.
  static std::uint64_t lower_case_number(const char* bytes, std::size_t count, const char* end) {
    std::uint64_t number = 0;
    if (end - bytes >= 8) {
      std::memcpy(&number, bytes, 8);
    } else {
      std::memcpy(&number, bytes, count);
    }
    return (number | 0x2020202020202020U) & ~std::uint64_t{0} >> (64 - 8 * count);
  }

  static bool is_name(const char* at, const char* end, const char* name, std::size_t length) {
    if (static_cast<std::size_t>(end - at) <= length || !ends_name(at[length])) return false;
    for (std::size_t i = 0; i < length; ++i) {
      if (lower(at[i]) != name[i]) return false;
    }
    return true;
  }

  static bool is_script(const char* at, const char* end) {
    return at[-1] == '/' && is_name(at, end, "script", kScriptLength);
  }

  /// The '=' that separates the next attribute's name from its value, or the tag's '>', whichever comes first. An '='
  /// where a name should begin is part of that name.
  static const char* value_sign(const char* at, const char* end) {
    const char* sign = at;
    for (;; ++sign) {
      while (sign < end && *sign != '=' && *sign != '>') ++sign;
      if (sign == end || *sign == '>') return sign;
      const char* before = sign;
      while (before > at && is_space(before[-1])) --before;
      if (before > at && before[-1] != '/') return sign;
    }
  }

  static const char* value_end(const char* at, const char* end) {
    while (at < end && is_space(*at)) ++at;
    if (at == end) return end;
    if (*at == '"') return behind(Scan::template find_either<'"', '"'>(at + 1, end), end);
    if (*at == '\'') return behind(Scan::template find_either<'\'', '\''>(at + 1, end), end);
    while (at < end && *at != '>' && !is_space(*at)) ++at;
    return at;
  }

  static const char* behind(const char* quote, const char* end) { return quote == end ? end : quote + 1; }

  /// From the "--" of "<!--" inside a script to after its "-->" or to the "</script" that ends the script.
  static const char* script_comment_end(const char* at, const char* end) {
    bool inner_script = false;
    for (; at < end; ++at) {
      if (*at == '>' && at[-1] == '-' && at[-2] == '-') return at + 1;
      if (*at != '<' || end - at < 2) continue;
      const bool closes = at[1] == '/';
      if (!is_name(at + 1 + closes, end, "script", kScriptLength)) continue;
      if (closes && !inner_script) return at;
      inner_script = !closes;
    }
    return end;
  }
};

}  // namespace cento
