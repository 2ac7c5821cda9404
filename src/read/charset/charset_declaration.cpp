#include "read/charset/charset_declaration.hpp"

#include <algorithm>
#include <string>

#include "read/html/html_scalar_scan.hpp"

namespace cento {

namespace {

using Markup = HtmlMarkup<ScalarScan>;

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), Markup::lower);
  return lower;
}

void skip_space(std::string_view& rest) {
  while (!rest.empty() && Markup::is_space(rest.front())) rest.remove_prefix(1);
}

std::string_view take(std::string_view& rest, std::size_t size) {
  const std::string_view taken = rest.substr(0, size);
  rest.remove_prefix(taken.size());
  return taken;
}

struct Attribute {
  std::string name;  // lower case; empty when there is none left
  std::string_view value;
};

std::string_view take_value(std::string_view& rest) {
  skip_space(rest);
  if (rest.empty()) return {};
  const char quote = rest.front();
  if (quote != '"' && quote != '\'') return take(rest, rest.find_first_of(" \t\n\r\f>;"));
  rest.remove_prefix(1);
  const std::string_view value = take(rest, rest.find(quote));
  take(rest, 1);
  return value;
}

Attribute take_attribute(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t\n\r\f/")));
  Attribute attribute{lower_case(take(rest, rest.find_first_of(" \t\n\r\f/=>"))), {}};
  skip_space(rest);
  if (rest.empty() || rest.front() != '=') return attribute;
  rest.remove_prefix(1);
  attribute.value = take_value(rest);
  return attribute;
}

/// The label after "charset=" in the value of a content attribute.
std::string_view charset_in(std::string_view content) {
  constexpr std::string_view kKey = "charset";
  const std::string lower = lower_case(content);
  for (std::size_t at = lower.find(kKey); at != std::string::npos; at = lower.find(kKey, at + 1)) {
    std::string_view rest = content.substr(at + kKey.size());
    skip_space(rest);
    if (rest.empty() || rest.front() != '=') continue;
    rest.remove_prefix(1);
    return take_value(rest);
  }
  return {};
}

/// The charset declared by the attributes of one <meta>.
const Charset* charset_of_meta(std::string_view attributes) {
  std::string_view label;
  std::string_view content;
  bool is_content_type = false;
  while (!attributes.empty()) {
    const Attribute attribute = take_attribute(attributes);
    if (attribute.name.empty()) break;
    if (attribute.name == "charset") label = attribute.value;
    if (attribute.name == "content") content = attribute.value;
    if (attribute.name == "http-equiv") is_content_type = lower_case(attribute.value) == "content-type";
  }
  if (label.empty() && is_content_type) label = charset_in(content);
  const Charset* charset = charset_labelled(label);
  const bool is_wide = charset != nullptr && charset->name.starts_with("UTF-");
  return is_wide ? charset_labelled("utf-8") : charset;
}

const Charset* charset_of_xml_declaration(std::string_view bytes) {
  constexpr std::string_view kOpening = "<?xml";
  if (!bytes.starts_with(kOpening)) return nullptr;
  std::string_view rest = bytes.substr(kOpening.size(), bytes.find('>'));
  while (!rest.empty()) {
    const Attribute attribute = take_attribute(rest);
    if (attribute.name.empty()) break;
    if (attribute.name == "encoding") return charset_labelled(attribute.value);
  }
  return nullptr;
}

const Charset* charset_of_metas(std::string_view bytes) {
  const char* end = bytes.data() + bytes.size();
  for (const char* at = std::find(bytes.data(), end, '<'); end - at > 5; at = std::find(at, end, '<')) {
    if (std::string_view(at, 4) == "<!--") {
      at = Markup::comment_end(at + 4, end);
      continue;
    }
    const char* name = ++at;
    if (lower_case({name, 4}) != "meta" || !Markup::ends_name(name[4])) continue;
    at = Markup::tag_end(name + 4, end);
    const Charset* charset = charset_of_meta({name + 4, static_cast<std::size_t>(at - name - 4)});
    if (charset != nullptr) return charset;
  }
  return nullptr;
}

}  // namespace

CharsetDeclaration declared_charset(std::string_view bytes) {
  bytes = bytes.substr(0, kDeclarationBytes);
  if (const Charset* charset = charset_of_xml_declaration(bytes)) return {charset, "xml"};
  if (const Charset* charset = charset_of_metas(bytes)) return {charset, "meta"};
  return {};
}

}  // namespace cento
