#include "read/sgml/sgml.hpp"

#include <algorithm>
#include <charconv>

#include "read/html/html_text.hpp"
#include "read/web/header_fields.hpp"

namespace cento {

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";
constexpr std::uint32_t kFirstPrintable = 0x20;
constexpr int kHexadecimal = 16;
constexpr int kDecimal = 10;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool is_letter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

bool is_space(char c) {
  return kWhiteSpace.find(c) != std::string_view::npos;
}

bool ends_name(char c) {
  return is_space(c) || c == '>' || c == '/' || c == '=';
}

bool starts_tag(char c) {
  return is_letter(c) || c == '/' || c == '!' || c == '?';
}

SgmlTag tag_between(std::string_view text, std::size_t begin, std::size_t end) {
  SgmlTag tag{{}, text.substr(begin, end - begin), begin, end, false};
  tag.is_closing = tag.text[1] == '/';
  const std::size_t name = tag.is_closing ? 2 : 1;
  if (!is_letter(tag.text[name])) return tag;
  const auto* const stop = std::find_if(tag.text.begin() + name, tag.text.end(), ends_name);
  tag.name = tag.text.substr(name, static_cast<std::size_t>(stop - tag.text.begin()) - name);
  return tag;
}

/// The code point of a numeric reference at the start of `text`, and its length; length 0 when there is none.
struct NumericReference {
  std::uint32_t code_point = 0;
  std::size_t length = 0;
};

NumericReference numeric_reference(std::string_view text) {
  constexpr std::size_t kLongestDigits = 8;
  if (text.size() < 3 || text[1] != '#') return {};
  const bool is_hexadecimal = lower(text[2]) == 'x';
  const std::string_view digits = text.substr(is_hexadecimal ? 3 : 2, kLongestDigits);
  NumericReference found;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), found.code_point,
                                            is_hexadecimal ? kHexadecimal : kDecimal);
  if (error != std::errc() || end == digits.data() + digits.size() || *end != ';') return {};
  found.length = static_cast<std::size_t>(end + 1 - text.data());
  return found;
}

bool is_control(std::uint32_t code_point) {
  return code_point < kFirstPrintable && code_point != '\t' && code_point != '\n' && code_point != '\r';
}

std::string without_control_references(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t kept_from = 0;
  for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    const NumericReference reference = numeric_reference(text.substr(at));
    if (reference.length == 0 || !is_control(reference.code_point)) continue;
    out += text.substr(kept_from, at - kept_from);
    kept_from = at + reference.length;
  }
  out += text.substr(kept_from);
  return out;
}

std::string without_tags(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t kept_from = 0;
  while (const auto tag = next_tag(text, kept_from)) {
    out += text.substr(kept_from, tag->begin - kept_from);
    kept_from = tag->end;
    const bool parts_words = !out.empty() && !is_space(out.back()) && kept_from < text.size() &&
                             !is_space(text[kept_from]) && text[kept_from] != '<';
    if (parts_words) out += ' ';
  }
  out += text.substr(kept_from);
  return out;
}

struct AttributeValue {
  std::string_view text;
  std::size_t end = 0;  // where the tag continues
};

AttributeValue attribute_value(std::string_view tag, std::size_t from) {
  const std::size_t begin = std::min(tag.find_first_not_of(kWhiteSpace, from), tag.size());
  const bool is_quoted = begin < tag.size() && (tag[begin] == '"' || tag[begin] == '\'');
  if (!is_quoted) {
    const std::size_t end = std::min(tag.find_first_of(" \t\r\n>", begin), tag.size());
    return {tag.substr(begin, end - begin), end};
  }
  const std::size_t end = std::min(tag.find(tag[begin], begin + 1), tag.size());
  return {tag.substr(begin + 1, end - begin - 1), std::min(end + 1, tag.size())};
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

std::optional<SgmlTag> next_tag(std::string_view text, std::size_t from) {
  std::size_t begin = text.find('<', from);
  while (begin != std::string_view::npos && begin + 1 < text.size()) {
    if (!starts_tag(text[begin + 1])) {
      begin = text.find('<', begin + 1);
      continue;
    }
    const std::size_t stop = text.find_first_of("<>", begin + 1);
    if (stop == std::string_view::npos) return std::nullopt;
    if (text[stop] == '>') return tag_between(text, begin, stop + 1);
    begin = stop;
  }
  return std::nullopt;
}

std::optional<std::string_view> tag_attribute(std::string_view tag, std::string_view name) {
  std::size_t from = 0;
  for (std::size_t sign = tag.find('='); sign != std::string_view::npos; sign = tag.find('=', from)) {
    const std::string_view before = trimmed(tag.substr(from, sign - from));
    const AttributeValue value = attribute_value(tag, sign + 1);
    if (equal_ignoring_case(before.substr(before.find_last_of(kWhiteSpace) + 1), name)) return value.text;
    from = value.end;
  }
  return std::nullopt;
}

std::string sgml_text(std::string_view markup) {
  return std::string(trimmed(decode_character_references(without_control_references(without_tags(markup)))));
}

SgmlElement split_element(std::string_view element) {
  const auto tag = next_tag(element, 0);
  const std::size_t begin = tag && tag->begin == 0 ? tag->end : 0;
  const std::size_t end = std::max(element.rfind('<'), begin);
  return {0, element.substr(0, begin), element.substr(begin, end - begin), element.size()};
}

ElementWalker::ElementWalker(std::string_view text, std::span<const std::string_view> names,
                             std::string_view may_stay_open)
    : text_(text), names_(names), may_stay_open_(may_stay_open) {}

std::optional<SgmlElement> ElementWalker::next() {
  while (const auto tag = next_tag(text_, at_)) {
    at_ = tag->end;
    const auto name = tag->is_closing ? std::nullopt : index_of(tag->name);
    if (!name) continue;
    const auto closing = find_closing(*name, at_);
    if (!closing && !equal_ignoring_case(tag->name, may_stay_open_)) {
      never_closed_ |= 1U << *name;
      continue;
    }
    outside_ += text_.substr(outside_from_, tag->begin - outside_from_);
    const std::size_t inner_end = closing ? closing->begin : text_.size();
    const std::string_view inner = text_.substr(at_, inner_end - at_);
    at_ = outside_from_ = closing ? closing->end : text_.size();
    return SgmlElement{*name, tag->text, inner, at_};
  }
  outside_ += text_.substr(outside_from_);
  at_ = outside_from_ = text_.size();
  return std::nullopt;
}

std::optional<std::size_t> ElementWalker::index_of(std::string_view name) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if ((never_closed_ >> i & 1U) == 0 && equal_ignoring_case(names_[i], name)) return i;
  }
  return std::nullopt;
}

std::optional<SgmlTag> ElementWalker::find_closing(std::size_t name, std::size_t from) const {
  while (const auto tag = next_tag(text_, from)) {
    if (tag->is_closing && equal_ignoring_case(tag->name, names_[name])) return tag;
    from = tag->end;
  }
  return std::nullopt;
}

}  // namespace cento
