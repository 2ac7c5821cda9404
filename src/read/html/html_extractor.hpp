#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "read/html/html_entities.hpp"
#include "read/html/html_markup.hpp"
#include "read/html/html_tags.hpp"

namespace cento {

/// A position in the page and one in the text made of it.
struct HtmlCursor {
  const char* from;
  char* to;
};

/// The pass over a page that makes its text. `Scan` holds the loops that are written once per instruction set:
///
///   copy_text(cursor, end)          copies up to '<', '&', NUL or the end; white space becomes one space, and none
///                                   where the text already ends in white space
///   copy_preformatted(cursor, end)  copies up to '<', '&', NUL, CR or the end
///   find_either<A, B>(at, end)      first byte that is A or B, or end
///   find_pair<A, B, C, D>(at, end)  first A or B followed by C or D, or end
///
/// They may write kSlack bytes beyond the cursor but never read beyond `end`.
template <class Scan>
class HtmlExtractor {
 public:
  static constexpr std::size_t kSlack = 64;
  /// Bytes before the output, so that looking back needs no check and the text does not begin with a break.
  static constexpr std::size_t kFrontBytes = 2;

  explicit HtmlExtractor(const char* end) : end_(end) {}

  /// Writes the text of [begin, end) to `room` and returns where it ends; it begins kFrontBytes after `room`.
  char* run(const char* begin, char* room) {
    base_ = put_breaks(room);
    HtmlCursor at{begin, base_};
    while (at.from < end_) at = step(preserve_ == 0 ? Scan::copy_text(at, end_) : Scan::copy_preformatted(at, end_));
    if (inert_depth_ != 0) at = leave_inert(at);
    return trimmed(at.to);
  }

 private:
  using Markup = HtmlMarkup<Scan>;

  static char* put_breaks(char* to) {
    to[0] = '\n';
    to[1] = '\n';
    return to + 2;
  }

  /// Handles the byte at which copying stopped.
  HtmlCursor step(HtmlCursor at) {
    if (at.from == end_) return at;
    if (*at.from == '<') return markup(at);
    if (*at.from == '&') return reference(at, end_);
    if (*at.from == '\r') return carriage_return(at, end_);
    return {at.from + 1, at.to};
  }

  HtmlCursor markup(HtmlCursor at) {
    if (end_ - at.from < 3) return short_markup(at);
    const bool closing = at.from[1] == '/';
    const char* name = at.from + 1 + closing;
    if (!Markup::is_letter(*name)) return other_markup(at);
    const char* name_end = Markup::name_end(name, end_);
    const char* behind = Markup::tag_end(name_end, end_);
    const Tag tag = Markup::tag_named(name, name_end, end_);
    if (behind[-1] != '>') return {end_, at.to};
    if (foreign_ == 0) {
      if (tag.action == TagAction::none) return {behind, at.to};
      if (tag.action == TagAction::block) return {behind, block_break(at.to)};
    }
    return closing ? end_tag(tag, {behind, at.to}) : start_tag(tag, name, name_end, {behind, at.to});
  }

  /// '<' and the bytes before the end of the page, where no tag fits.
  HtmlCursor short_markup(HtmlCursor at) {
    const bool closing = end_ - at.from == 2 && at.from[1] == '/';
    if (end_ - at.from == 1 || closing) return literal_text(at, end_, false);
    return other_markup(at);
  }

  HtmlCursor other_markup(HtmlCursor at) {
    const char second = at.from[1];
    if (second == '!') return declaration(at);
    if (second == '/' || second == '?') return {Markup::bogus_comment_end(at.from + 2, end_), at.to};
    return Markup::is_letter(second) ? HtmlCursor{end_, at.to} : literal(at);
  }

  static HtmlCursor literal(HtmlCursor at) {
    *at.to = *at.from;
    return {at.from + 1, at.to + 1};
  }

  HtmlCursor start_tag(Tag tag, const char* name, const char* name_end, HtmlCursor at) {
    if (foreign_ != 0 && !is_html(tag)) return foreign_start_tag(tag, name_end, at);
    switch (tag.action) {
      case TagAction::none: return at;
      case TagAction::block: return {at.from, block_break(at.to)};
      case TagAction::line_break: return {at.from, line_break(at.to)};
      case TagAction::cell: return {at.from, cell_break(at.to)};
      default: return special_start_tag(tag, name, name_end, at);
    }
  }

  HtmlCursor end_tag(Tag tag, HtmlCursor at) {
    switch (tag.action) {
      case TagAction::block: return {at.from, block_break(at.to)};
      case TagAction::line_break: return {at.from, line_break(at.to)};
      case TagAction::cell: return {at.from, cell_break(at.to)};
      default: return special_end_tag(tag, at);
    }
  }

  HtmlCursor special_start_tag(Tag tag, const char* name, const char* name_end, HtmlCursor at) {
    switch (tag.action) {
      case TagAction::preformatted: return begin_preformatted(at);
      case TagAction::script: return {Markup::script_end(at.from, end_), at.to};
      case TagAction::style:
      case TagAction::dropped:
      case TagAction::title: return {raw_text_end(name, at.from), at.to};
      case TagAction::text_area: return kept_raw_text(at, raw_text_end(name, at.from), true);
      case TagAction::verbatim: return kept_raw_text(at, raw_text_end(name, at.from), false);
      case TagAction::plain_text: return kept_raw_text(at, end_, false);
      case TagAction::inert: return enter_inert(at);
      case TagAction::foreign_root:
        if (!Markup::closes_itself(name_end, at.from)) foreign_ = foreign_ << 1 | 1;
        return at;
      default: return at;
    }
  }

  HtmlCursor special_end_tag(Tag tag, HtmlCursor at) {
    switch (tag.action) {
      case TagAction::preformatted:
        if (preserve_ != 0) --preserve_;
        return {at.from, block_break(at.to)};
      case TagAction::inert: return inert_depth_ != 0 && --inert_depth_ == 0 ? leave_inert(at) : at;
      case TagAction::foreign_root:
        if (in_foreign()) foreign_ >>= 1;
        return at;
      case TagAction::integration_point:
        if (!in_foreign()) foreign_ >>= 1;
        return at;
      default: return at;
    }
  }

  // White space.

  [[nodiscard]] char* trimmed(char* to) const {
    while (to > base_ && Markup::is_space(to[-1])) --to;
    return to;
  }

  [[nodiscard]] char* block_break(char* to) const {
    if (to[-1] == '\n' && to[-2] == '\n') return to;
    to = trimmed(to);
    return to == base_ ? to : put_breaks(to);
  }

  [[nodiscard]] char* line_break(char* to) const {
    while (to[-1] == ' ' || to[-1] == '\t') --to;
    if (to[-1] == '\n' && to[-2] == '\n' && preserve_ == 0) return to;
    *to = '\n';
    return to + 1;
  }

  [[nodiscard]] char* cell_break(char* to) const {
    if (to[-1] == '\n' || to[-1] == '\t') return to;
    if (to[-1] == ' ') --to;
    *to = '\t';
    return to + 1;
  }

  HtmlCursor begin_preformatted(HtmlCursor at) {
    ++preserve_;
    at.to = block_break(at.to);
    while (at.from < end_ && (*at.from == '\n' || *at.from == '\r')) ++at.from;
    return at;
  }

  // Text that is not copied unchanged.

  HtmlCursor reference(HtmlCursor at, const char* end) const {
    const CharacterReference reference = read_character_reference(at.from, end);
    if (reference.consumed == 0) return literal(at);
    at.from += reference.consumed;
    if (preserve_ == 0 && Markup::is_space(reference.utf8[0])) return {at.from, space(at.to)};
    std::memcpy(at.to, reference.utf8, sizeof reference.utf8);
    return {at.from, at.to + reference.size};
  }

  static char* space(char* to) {
    *to = ' ';
    return to + !Markup::is_space(to[-1]);
  }

  static HtmlCursor carriage_return(HtmlCursor at, const char* end) {
    *at.to = '\n';
    const bool with_line_feed = at.from + 1 < end && at.from[1] == '\n';
    return {at.from + 1 + with_line_feed, at.to + 1};
  }

  // Elements in which tags are ordinary text.

  const char* raw_text_end(const char* name, const char* from) const {
    char lower[TagTable::kLongestName];
    std::size_t length = 0;
    for (; !Markup::ends_name(name[length]); ++length) lower[length] = Markup::lower(name[length]);
    return Markup::raw_text_end(from, end_, lower, length);
  }

  HtmlCursor kept_raw_text(HtmlCursor at, const char* text_end, bool references) {
    at = begin_preformatted(at);
    if (at.from > text_end) at.from = text_end;
    at = literal_text(at, text_end, references);
    --preserve_;
    return {text_end, block_break(at.to)};
  }

  /// Text up to `text_end` in which '<' is an ordinary character.
  HtmlCursor literal_text(HtmlCursor at, const char* text_end, bool references) const {
    for (;;) {
      at = preserve_ == 0 ? Scan::copy_text(at, text_end) : Scan::copy_preformatted(at, text_end);
      if (at.from == text_end) return at;
      if (*at.from == '&' && references) {
        at = reference(at, text_end);
      } else if (*at.from == '\r') {
        at = carriage_return(at, text_end);
      } else if (*at.from == '\0') {
        ++at.from;
      } else {
        at = literal(at);
      }
    }
  }

  // Comments and the like.

  HtmlCursor declaration(HtmlCursor at) {
    const auto left = static_cast<std::size_t>(end_ - at.from);
    if (left >= 4 && std::memcmp(at.from, "<!--", 4) == 0) return {Markup::comment_end(at.from + 4, end_), at.to};
    constexpr std::size_t kCdataLength = 9;
    if (in_foreign() && left >= kCdataLength && std::memcmp(at.from, "<![CDATA[", kCdataLength) == 0) {
      return character_data({at.from + kCdataLength, at.to});
    }
    return {Markup::bogus_comment_end(at.from + 2, end_), at.to};
  }

  HtmlCursor character_data(HtmlCursor at) const {
    const char* close = at.from;
    for (;; ++close) {
      close = Scan::template find_pair<']', ']', ']', ']'>(close, end_);
      if (close == end_) return literal_text(at, end_, false);
      if (end_ - close > 2 && close[2] == '>') break;
    }
    at = literal_text(at, close, false);
    return {close + 3, at.to};
  }

  // <template>: its text is written after a new base and then discarded.

  HtmlCursor enter_inert(HtmlCursor at) {
    if (inert_depth_++ != 0) return at;
    outer_ = {base_, at.to, preserve_, foreign_};
    base_ = put_breaks(at.to);
    return {at.from, base_};
  }

  HtmlCursor leave_inert(HtmlCursor at) {
    base_ = outer_.base;
    preserve_ = outer_.preserve;
    foreign_ = outer_.foreign;
    return {at.from, outer_.to};
  }

  // <svg> and <math>. The lowest bit of foreign_ says whether the innermost of them (1) or HTML inside (0) is open.

  [[nodiscard]] bool in_foreign() const { return (foreign_ & 1) != 0; }

  /// Whether a start tag belongs to HTML; some end the foreign elements around them.
  bool is_html(Tag tag) {
    while (in_foreign() && tag.leaves_foreign) foreign_ >>= 1;
    return !in_foreign();
  }

  HtmlCursor foreign_start_tag(Tag tag, const char* name_end, HtmlCursor at) {
    if (tag.action == TagAction::none || Markup::closes_itself(name_end, at.from)) return at;
    switch (tag.action) {
      case TagAction::foreign_root: foreign_ = foreign_ << 1 | 1; return at;
      case TagAction::integration_point: foreign_ <<= 1; return at;
      case TagAction::script: return {foreign_end(at.from, "script", 6), at.to};
      case TagAction::style: return {foreign_end(at.from, "style", 5), at.to};
      case TagAction::title: return {foreign_end(at.from, "title", 5), at.to};
      default: return at;
    }
  }

  /// Unlike in HTML, a missing end tag does not swallow the rest of the page.
  const char* foreign_end(const char* from, const char* name, std::size_t length) const {
    const char* found = Markup::raw_text_end(from, end_, name, length);
    return found == end_ ? from : found;
  }

  /// What <template> suspends.
  struct Outer {
    char* base;
    char* to;
    unsigned preserve;
    std::uint64_t foreign;
  };

  const char* end_;
  char* base_ = nullptr;   // nothing before it may be trimmed
  unsigned preserve_ = 0;  // open elements that preserve white space
  std::uint64_t foreign_ = 0;
  unsigned inert_depth_ = 0;
  Outer outer_{};
};

}  // namespace cento
