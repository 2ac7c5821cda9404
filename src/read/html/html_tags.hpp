#pragma once

#include <cstddef>
#include <cstdint>

namespace cento {

/// What a tag does to the text.
enum class TagAction : std::uint8_t {
  none,               // inline: <a>, <b>, unknown names
  block,              // begins or ends a paragraph
  line_break,         // <br>
  cell,               // table cell
  preformatted,       // a block that preserves white space
  script,             // dropped up to its end tag, by the rules for scripts
  style,              // dropped up to its end tag, nothing inside is markup
  dropped,            // the same, but an ordinary element inside <svg> and <math>
  title,              // like style; the first one is the page's title
  text_area,          // kept up to its end tag; character references are decoded, tags are text
  verbatim,           // kept up to its end tag, nothing inside is markup
  plain_text,         // everything up to the end of the page is text
  inert,              // <template>: parsed, but not part of the page
  foreign_root,       // <svg>, <math>: XML-like rules inside
  integration_point,  // inside <svg>: HTML again
};

struct Tag {
  TagAction action = TagAction::none;
  bool leaves_foreign = false;  // its start tag ends <svg> and <math>
};

/// A name, its first eight bytes and the next eight as numbers, so that a comparison takes two instructions.
struct TagEntry {
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  Tag tag;
};

/// The known names, lower case, as a hash table built at compile time. No two names share a slot.
class TagTable {
 public:
  static constexpr std::size_t kLongestName = 16;

  consteval TagTable();

  /// The only entry that can match a name with these first eight bytes.
  [[nodiscard]] constexpr const TagEntry& candidate(std::uint64_t head) const { return slots_[slot_of(head)]; }

 private:
  static constexpr std::size_t kSlotBits = 9;
  // Found by trying random numbers until the names below do not collide. If a new name collides, compilation fails: try
  // other odd numbers.
  static constexpr std::uint64_t kMultiplier = 0x0A3DC9AB47403D77U;

  static constexpr std::size_t slot_of(std::uint64_t head) { return head * kMultiplier >> (64 - kSlotBits); }

  template <std::size_t kCount>
  consteval void add(const char* const (&names)[kCount], Tag tag) {
    for (const char* name : names) add(name, tag);
  }
  consteval void add(const char* name, Tag tag);

  TagEntry slots_[std::size_t{1} << kSlotBits];
};

consteval void TagTable::add(const char* name, Tag tag) {
  TagEntry entry{0, 0, tag};
  for (std::size_t i = 0; name[i] != '\0'; ++i) {
    std::uint64_t& half = i < 8 ? entry.head : entry.tail;
    half |= static_cast<std::uint64_t>(name[i]) << 8 * (i % 8);
  }
  TagEntry& slot = slots_[slot_of(entry.head)];
  if (slot.head != 0) throw "two names share a slot";
  slot = entry;
}

consteval TagTable::TagTable() {
  add({"blockquote", "body", "center", "dd", "div", "dl",   "dt", "h1", "h2",    "h3", "h4",
       "h5",         "h6",   "head",   "hr", "li",  "menu", "ol", "p",  "table", "ul"},
      {TagAction::block, true});
  add({"address", "article",  "aside",      "caption", "col",    "colgroup", "details",  "dialog",
       "dir",     "fieldset", "figcaption", "figure",  "footer", "form",     "frameset", "header",
       "hgroup",  "html",     "legend",     "main",    "nav",    "optgroup", "option",   "search",
       "section", "select",   "summary",    "tbody",   "tfoot",  "thead",    "tr"},
      {TagAction::block, false});
  add({"b", "big",   "code", "em",     "embed",  "i",   "img", "meta", "nobr", "ruby",
       "s", "small", "span", "strong", "strike", "sub", "sup", "tt",   "u",    "var"},
      {TagAction::none, true});
  add({"pre", "listing"}, {TagAction::preformatted, true});
  add({"td", "th"}, {TagAction::cell, false});
  add({"iframe", "noembed", "noframes"}, {TagAction::dropped, false});
  add({"math", "svg"}, {TagAction::foreign_root, false});
  add({"desc", "foreignobject"}, {TagAction::integration_point, false});
  add("br", {TagAction::line_break, true});
  add("plaintext", {TagAction::plain_text, false});
  add("script", {TagAction::script, false});
  add("style", {TagAction::style, false});
  add("template", {TagAction::inert, false});
  add("textarea", {TagAction::text_area, false});
  add("title", {TagAction::title, false});
  add("xmp", {TagAction::verbatim, false});
}

inline constexpr TagTable kTagTable;

}  // namespace cento
