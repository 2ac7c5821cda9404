#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "core/json/json_text.hpp"
#include "read/charset/charset.hpp"
#include "read/html/html_scalar_scan.hpp"
#include "read/html/html_text.hpp"
#include "read/reader.hpp"

namespace cento {

namespace {

using Markup = HtmlMarkup<ScalarScan>;

constexpr std::size_t kShownOfLargePage = 1000;  // bytes of an oversized page that go to the rejects file
constexpr int kTagsOfMarkup = 2;                 // common tags required if the page begins with one
constexpr int kTagsOfText = 4;                   // and if it begins with text
constexpr std::string_view kUsualTags[] = {
    "a",    "b",    "body", "br", "center", "div",  "form", "h1", "h2", "h3", "hr",    "img",    "head",  "li",
    "link", "meta", "ol",   "p",  "script", "span", "td",   "th", "tr", "ul", "style", "strong", "table", "title"};

/// UTF-16 narrowed to one byte per character; non-ASCII becomes '?'.
std::string narrow_utf16(std::string_view units, bool is_little_endian) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < units.size(); i += 2) {
    const char high = units[is_little_endian ? i + 1 : i];
    bytes += high == '\0' ? units[is_little_endian ? i : i + 1] : '?';
  }
  return bytes;
}

/// The head without a byte order mark, so that ASCII markup is visible in it; empty when it is binary.
std::string readable(std::string_view head) {
  const bool is_little_endian = head.starts_with("\xFF\xFE");
  const bool is_wide = is_little_endian || head.starts_with("\xFE\xFF");
  std::string bytes(head.substr(head.starts_with("\xEF\xBB\xBF") ? 3 : 0));
  if (is_wide) bytes = narrow_utf16(head.substr(2), is_little_endian);
  return bytes.find('\0') == std::string::npos ? bytes : std::string();
}

void skip_space(std::string_view& rest) {
  while (!rest.empty() && Markup::is_space(rest.front())) rest.remove_prefix(1);
}

/// Whether the text begins with `word` (lower case), in any case, and not as the beginning of a longer name.
bool begins_with(std::string_view text, std::string_view word) {
  if (text.size() <= word.size() || !Markup::ends_name(text[word.size()])) return false;
  return std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == Markup::lower(b); });
}

/// Skips white space, comments and an XML declaration.
std::string_view without_prologue(std::string_view rest) {
  for (;;) {
    skip_space(rest);
    const char* end = rest.data() + rest.size();
    const char* at = rest.data();
    if (rest.starts_with("<!--")) {
      at = Markup::comment_end(at + 4, end);
    } else if (begins_with(rest, "<?xml")) {
      at = Markup::bogus_comment_end(at, end);
    } else {
      return rest;
    }
    rest = {at, static_cast<std::size_t>(end - at)};
  }
}

bool has_tag(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    if (begins_with(text.substr(at + 1), name)) return true;
  }
  return false;
}

bool begins_with_usual_tag(std::string_view text) {
  if (!text.starts_with('<')) return false;
  return std::any_of(std::begin(kUsualTags), std::end(kUsualTags),
                     [&](std::string_view name) { return begins_with(text.substr(1), name); });
}

bool looks_like_markup(std::string_view text) {
  const auto tags = std::count_if(std::begin(kUsualTags), std::end(kUsualTags),
                                  [&](std::string_view name) { return has_tag(text, name); });
  if (begins_with_usual_tag(text)) return tags >= kTagsOfMarkup;
  const bool is_other_format = text.starts_with('<') || text.starts_with('{') || text.starts_with('[') ||
                               text.starts_with("WARC/") || text.starts_with("filedesc:");
  return !is_other_format && tags >= kTagsOfText;
}

/// One document per file.
class HtmlReader : public Reader {
 public:
  using Reader::Reader;

  bool cut(Input& in, DocumentBatch& batch) override {
    std::string_view page = in.peek(kBlockBytes);
    if (page.empty()) return false;
    batch.block.place = in.place();
    // The window grows step by step, so that a small page needs little memory and a large one is noticed early.
    const std::uint64_t limit = options().max_document_bytes;
    for (std::size_t wanted = kBlockBytes; page.size() >= wanted && page.size() <= limit; page = in.peek(wanted)) {
      wanted = std::min<std::uint64_t>(2 * page.size(), limit + 1);
    }
    if (page.size() > limit) {
      skip_large_page(in, batch);
    } else {
      batch.block.bytes.append(page);
      in.consume(page.size());
    }
    return true;
  }

  void parse(DocumentBatch& batch) const override {
    const std::string_view page = batch.block.bytes.view();
    if (page.empty()) return;
    const Utf8Text utf8 = to_utf8(page, {options().charset, {}, true}, batch.arena);
    const std::string_view text = html_to_text(utf8.text, batch.arena);
    const Place place{batch.block.place.file};
    batch.record = kWholeInput;
    if (text.size() > options().max_document_bytes) {
      reject_large(batch, place, text.size(), page.substr(0, kShownOfLargePage));
      return;
    }
    Document& document = batch.add(place.file, text);
    document.metadata = metadata_of(utf8.text, batch.arena);
    document.charset = utf8.charset;
    document.charset_source = utf8.source;
    if (utf8.replaced != 0) batch.counts["replaced characters"] += utf8.replaced;
  }

 private:
  static std::string_view metadata_of(std::string_view html, Arena& arena) {
    const std::string title = html_title(html);
    if (title.empty()) return "{}";
    std::string metadata = "{";
    append_json_field(metadata, "title", title);
    metadata += '}';
    return arena.store(metadata);
  }

  void skip_large_page(Input& in, DocumentBatch& batch) const {
    const Place place{in.file()};
    const std::uint64_t begin = in.offset();
    const std::string_view shown = batch.arena.store(in.peek(1).substr(0, kShownOfLargePage));
    for (std::string_view window = in.peek(1); !window.empty(); window = in.peek(1)) in.consume(window.size());
    reject_large(batch, place, in.offset() - begin, shown);
    batch.rejected.back().record = kWholeInput;
  }

  void reject_large(DocumentBatch& batch, const Place& place, std::uint64_t size, std::string_view shown) const {
    batch.reject(place,
                 fmt::format("the page has {} bytes, more than `max_document_bytes` allows ({})", size,
                             options().max_document_bytes),
                 shown);
    batch.rejected.back().full_size_bytes = size;
  }
};

}  // namespace

int recognise_html(std::string_view head) {
  constexpr std::string_view kDoctype = "<!doctype";
  const std::string bytes = readable(head);
  std::string_view page = without_prologue(bytes);
  if (begins_with(page, "<html")) return 2;
  if (begins_with(page, kDoctype)) {
    page.remove_prefix(kDoctype.size());
    skip_space(page);
    return begins_with(page, "html") ? 2 : 0;
  }
  const bool is_xml = begins_with(bytes, "<?xml");
  return !is_xml && looks_like_markup(page) ? 1 : 0;
}

std::unique_ptr<Reader> make_html_reader(const ReadOptions& options) {
  return std::make_unique<HtmlReader>(options);
}

}  // namespace cento
