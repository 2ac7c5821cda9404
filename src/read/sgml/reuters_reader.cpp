#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json_text.hpp"
#include "read/charset/charset.hpp"
#include "read/reader.hpp"
#include "read/sgml/element_document.hpp"
#include "read/sgml/element_reader.hpp"
#include "read/sgml/sgml.hpp"
#include "read/web/header_fields.hpp"

namespace cento {

int recognise_reuters(std::string_view head);
std::unique_ptr<Reader> make_reuters_reader(const ReadOptions& options);

namespace {

constexpr std::string_view kReutersElement = "REUTERS";

// Children of <REUTERS>, and those of its <TEXT>. ElementWalker returns the index in each array.
enum class Child : std::size_t { date, topics, places, text };
constexpr std::array<std::string_view, 4> kChildren{"DATE", "TOPICS", "PLACES", "TEXT"};
enum class TextChild : std::size_t { title, author, dateline, body };
constexpr std::array<std::string_view, 4> kTextChildren{"TITLE", "AUTHOR", "DATELINE", "BODY"};
constexpr std::array<std::string_view, 1> kListed{"D"};

/// A story as text.
struct Story {
  std::string date;
  std::vector<std::string> topics;
  std::vector<std::string> places;
  std::string title;
  std::string dateline;
  std::string text;
};

/// The entries of `<D>grain</D><D>wheat</D>`.
std::vector<std::string> listed(std::string_view inner) {
  std::vector<std::string> entries;
  ElementWalker walker(inner, kListed);
  while (const auto entry = walker.next()) entries.push_back(sgml_text(entry->inner));
  return entries;
}

/// Stories of the type UNPROC have no <BODY>: their text is everything in <TEXT> outside of other elements.
void read_text(Story& story, std::string_view inner) {
  bool has_body = false;
  ElementWalker walker(inner, kTextChildren, "BODY");
  while (const auto child = walker.next()) {
    switch (static_cast<TextChild>(child->name)) {
      case TextChild::title: story.title = sgml_text(child->inner); break;
      case TextChild::dateline: story.dateline = sgml_text(child->inner); break;
      case TextChild::body: story.text = sgml_text(child->inner); break;
      case TextChild::author: break;
    }
    has_body = has_body || static_cast<TextChild>(child->name) == TextChild::body;
  }
  if (!has_body) story.text = sgml_text(walker.outside());
}

Story read_story(std::string_view inner) {
  Story story;
  ElementWalker walker(inner, kChildren, "TEXT");
  while (const auto child = walker.next()) {
    switch (static_cast<Child>(child->name)) {
      case Child::date: story.date = sgml_text(child->inner); break;
      case Child::topics: story.topics = listed(child->inner); break;
      case Child::places: story.places = listed(child->inner); break;
      case Child::text: read_text(story, child->inner); break;
    }
  }
  return story;
}

void append_field(std::string& out, std::string_view key, std::string_view value) {
  if (!value.empty()) append_json_field(out, key, value);
}

std::string metadata_of(const Story& story, std::string_view tag) {
  std::string metadata = "{";
  append_field(metadata, "date", story.date);
  if (!story.topics.empty()) append_json_strings(metadata, "topics", story.topics);
  if (!story.places.empty()) append_json_strings(metadata, "places", story.places);
  append_field(metadata, "dateline", story.dateline);
  append_field(metadata, "lewissplit", tag_attribute(tag, "LEWISSPLIT").value_or(""));
  metadata += '}';
  return metadata;
}

class ReutersReader : public ElementReader {
 public:
  explicit ReutersReader(const ReadOptions& options) : ElementReader(kReutersElement, options) {}

 private:
  void parse_element(DocumentBatch& batch, const RawRecord& record) const override;
};

void ReutersReader::parse_element(DocumentBatch& batch, const RawRecord& record) const {
  const std::string_view bytes = record.bytes.of(batch.block.bytes.view());
  const Utf8Text source = to_utf8(bytes, {options().charset, {}, false}, batch.arena);
  const SgmlElement element = split_element(source.text);
  const std::string_view id = tag_attribute(element.tag, "NEWID").value_or("");
  if (id.empty()) return batch.reject(place_of(batch, record), "the <REUTERS> has no NEWID", bytes);
  const Story story = read_story(element.inner);
  std::vector<Part> parts;
  if (!story.title.empty()) parts.push_back({"title", batch.arena.store(story.title)});
  if (!story.text.empty() || parts.empty()) parts.push_back({"text", batch.arena.store(story.text)});
  const std::string metadata = metadata_of(story, element.tag);
  add_element_document(batch, record, {id, parts, metadata, source}, options().max_document_bytes);
}

}  // namespace

int recognise_reuters(std::string_view head) {
  constexpr int kMostTagsBefore = 2;  // the document type, a comment
  if (!trimmed(without_byte_order_mark(head)).starts_with('<')) return 0;
  std::size_t at = 0;
  for (int i = 0; i <= kMostTagsBefore; ++i) {
    const auto tag = next_tag(head, at);
    if (!tag) return 0;
    at = tag->end;
    if (starts_ignoring_case(tag->text, "<!DOCTYPE lewis ")) return 2;
    if (!tag->is_closing && equal_ignoring_case(tag->name, kReutersElement)) return 2;
  }
  return 0;
}

std::unique_ptr<Reader> make_reuters_reader(const ReadOptions& options) {
  return std::make_unique<ReutersReader>(options);
}

}  // namespace cento
