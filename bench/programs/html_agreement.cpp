// How often html_to_text gives the same text as a DOM parser (libgumbo), ignoring white space.
//
//     html_agreement FILE.jsonl...             lines with the fields "id" and "html"
//
// Prints a line for each page that differs: its id, whether only the order differs, and both texts starting shortly
// before the first difference.

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gumbo.h>
#include <simdjson.h>

#include "core/memory/arena.hpp"
#include "read/html/html_text.hpp"

namespace {

constexpr std::size_t kShownBefore = 30;
constexpr std::size_t kShownBytes = 90;

/// Elements whose text is not part of the page's text; in <svg> and <math> only the first three.
bool is_left_out(const GumboElement& element) {
  constexpr GumboTag kLeftOut[] = {GUMBO_TAG_SCRIPT,  GUMBO_TAG_STYLE,    GUMBO_TAG_TITLE, GUMBO_TAG_TEMPLATE,
                                   GUMBO_TAG_NOEMBED, GUMBO_TAG_NOFRAMES, GUMBO_TAG_IFRAME};
  constexpr std::size_t kForeignCount = 3;
  const auto* end = element.tag_namespace == GUMBO_NAMESPACE_HTML ? std::end(kLeftOut) : kLeftOut + kForeignCount;
  return std::find(std::begin(kLeftOut), end, element.tag) != end;
}

const GumboVector* children_of(const GumboNode& node) {
  if (node.type == GUMBO_NODE_DOCUMENT) return &node.v.document.children;
  if (node.type != GUMBO_NODE_ELEMENT || is_left_out(node.v.element)) return nullptr;
  return &node.v.element.children;
}

bool is_text(const GumboNode& node) {
  return node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_WHITESPACE || node.type == GUMBO_NODE_CDATA;
}

/// The texts below a node, in document order. Pages can be nested very deeply, hence no recursion.
std::string text_below(const GumboNode& root) {
  std::string text;
  std::vector<const GumboNode*> open{&root};
  while (!open.empty()) {
    const GumboNode& node = *open.back();
    open.pop_back();
    if (is_text(node)) text += node.v.text.text;
    const GumboVector* children = children_of(node);
    for (unsigned i = children == nullptr ? 0 : children->length; i > 0; --i) {
      open.push_back(static_cast<const GumboNode*>(children->data[i - 1]));
    }
  }
  return text;
}

std::string dom_text(std::string_view html) {
  GumboOutput* parsed = gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size());
  std::string text = text_below(*parsed->document);
  gumbo_destroy_output(&kGumboDefaultOptions, parsed);
  return text;
}

/// Without white space and no-break spaces.
std::string squeezed(std::string_view text) {
  constexpr std::string_view kNoBreakSpace = "\u00A0";
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, kNoBreakSpace.size()) == kNoBreakSpace) {
      ++i;
    } else if (std::string_view(" \t\n\r\f").find(text[i]) == std::string_view::npos) {
      kept += text[i];
    }
  }
  return kept;
}

bool same_in_another_order(std::string a, std::string b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

void show_difference(std::string_view id, const std::string& ours, const std::string& theirs) {
  const auto differs = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end()).first;
  const auto at = static_cast<std::size_t>(differs - ours.begin());
  const std::size_t from = at < kShownBefore ? 0 : at - kShownBefore;
  const char* kind = same_in_another_order(ours, theirs) ? "order" : "text";
  fmt::print("{}: {} differs at {} ({} and {} bytes)\n  cento: {}\n  gumbo: {}\n", id, kind, at, ours.size(),
             theirs.size(), ours.substr(from, kShownBytes),
             from < theirs.size() ? theirs.substr(from, kShownBytes) : "");
}

struct Agreement {
  std::size_t pages = 0;
  std::size_t equal = 0;
  std::size_t text_bytes = 0;  // of the pages that are equal
  std::size_t reordered = 0;
};

void compare(const char* file, Agreement& agreement) {
  simdjson::ondemand::parser parser;
  const simdjson::padded_string lines = simdjson::padded_string::load(file).take_value();
  simdjson::ondemand::document_stream stream = parser.iterate_many(lines, std::size_t{1} << 26).take_value();
  for (auto page : stream) {
    std::string_view html;
    if (page["html"].get_string().get(html) != simdjson::SUCCESS) continue;
    const std::string ours = squeezed(cento::html_to_text(html));
    const std::string theirs = squeezed(dom_text(html));
    ++agreement.pages;
    if (ours == theirs) {
      ++agreement.equal;
      agreement.text_bytes += ours.size();
      continue;
    }
    if (same_in_another_order(ours, theirs)) ++agreement.reordered;
    std::string_view id;
    show_difference(page["id"].get_string().get(id) == simdjson::SUCCESS ? id : "?", ours, theirs);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Agreement agreement;
    for (int i = 1; i < argc; ++i) compare(argv[i], agreement);
    const double percent =
        100.0 * static_cast<double>(agreement.equal) / static_cast<double>(std::max<std::size_t>(1, agreement.pages));
    fmt::print("{} pages, {} equal ({:.2f} %; {} bytes of text), {} differ only in order\n", agreement.pages,
               agreement.equal, percent, agreement.text_bytes, agreement.reordered);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return argc > 1 ? 0 : 2;
}
