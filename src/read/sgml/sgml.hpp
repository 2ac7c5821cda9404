#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cento {

/// One tag of SGML-like text, `<NAME …>` or `</NAME>`. Names ignore case.
struct SgmlTag {
  std::string_view name;  // empty for comments, declarations and processing instructions
  std::string_view text;  // the whole tag, with its angle brackets
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_closing = false;
};

/// The next whole tag at or after `from`. A `<` that does not begin one (`a < b`, or a second `<` before any `>`) is
/// skipped as text.
[[nodiscard]] std::optional<SgmlTag> next_tag(std::string_view text, std::size_t from);

/// The value of an attribute of a tag, with or without quotes; nothing when it is not there.
[[nodiscard]] std::optional<std::string_view> tag_attribute(std::string_view tag, std::string_view name);

/// `text` without a UTF-8 byte order mark at its start.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// The readable text of SGML-like markup: tags are removed (a space stays where only a tag kept two words apart),
/// character references decoded, references to control characters dropped, surrounding white space removed; line breaks
/// stay.
[[nodiscard]] std::string sgml_text(std::string_view markup);

/// An element of one of the names a walker looks for.
struct SgmlElement {
  std::size_t name = 0;    // index into the walker's names
  std::string_view tag;    // its opening tag
  std::string_view inner;  // between the tags
  std::size_t end = 0;     // position in the walker's text after the closing tag
};

/// The opening tag and the inside of one element from its `<` to its last `>`, as cut by ElementCutter.
[[nodiscard]] SgmlElement split_element(std::string_view element);

/// Iterates over the elements of given names, in order, in time linear in the text. Does not search inside an element
/// that was found. An element that is never closed is skipped, unless its name is the one that may stay open: that one
/// then runs to the end.
class ElementWalker {
 public:
  static constexpr std::size_t kMostNames = 32;

  /// `names` (at most kMostNames) and `text` must outlive the walker.
  ElementWalker(std::string_view text, std::span<const std::string_view> names, std::string_view may_stay_open = {});

  [[nodiscard]] std::optional<SgmlElement> next();

  /// The text outside of the elements found so far, with its tags; complete once next() returned nothing.
  [[nodiscard]] const std::string& outside() const { return outside_; }

 private:
  [[nodiscard]] std::optional<std::size_t> index_of(std::string_view name) const;
  [[nodiscard]] std::optional<SgmlTag> find_closing(std::size_t name, std::size_t from) const;

  std::string_view text_;
  std::span<const std::string_view> names_;
  std::string_view may_stay_open_;
  std::size_t at_ = 0;              // where to search for the next tag
  std::size_t outside_from_ = 0;    // end of the last element found
  std::uint32_t never_closed_ = 0;  // bit i: from here on nothing closes names_[i]
  std::string outside_;
};

}  // namespace cento
