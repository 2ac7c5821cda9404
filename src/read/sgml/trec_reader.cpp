#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/json/json_text.hpp"
#include "read/charset/charset.hpp"
#include "read/html/html_text.hpp"
#include "read/reader.hpp"
#include "read/sgml/element_document.hpp"
#include "read/sgml/element_reader.hpp"
#include "read/sgml/sgml.hpp"
#include "read/web/header_fields.hpp"
#include "read/web/http_message.hpp"

namespace cento {

int recognise_trec(std::string_view head);
std::unique_ptr<Reader> make_trec_reader(const ReadOptions& options);

namespace {

constexpr std::string_view kTrecElement = "DOC";

enum class Field { number, text, title, date, header, web_header };

struct FieldName {
  std::string_view name;
  Field field;
};

// The names that the collections on the TREC disks, AQUAINT, WT10g and GOV2 use.
constexpr std::array<FieldName, 20> kFields{{
    {"DOCNO", Field::number},  {"TEXT", Field::text},      {"TITLE", Field::title},       {"HEADLINE", Field::title},
    {"HEAD", Field::title},    {"TTL", Field::title},      {"HL", Field::title},          {"TI", Field::title},
    {"DATE", Field::date},     {"DATE1", Field::date},     {"DATE_TIME", Field::date},    {"DATETIME", Field::date},
    {"PUBDATE", Field::date},  {"DOCID", Field::header},   {"DOCOLDNO", Field::header},   {"FILEID", Field::header},
    {"PARENT", Field::header}, {"DOCTYPE", Field::header}, {"DOCHDR", Field::web_header}, {"DOCREF", Field::header},
}};

constexpr auto kFieldNames = [] {
  std::array<std::string_view, kFields.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kFields[i].name;
  return names;
}();

/// The contents of a `<DOC>`, still as markup.
struct TrecFields {
  std::string_view number;
  std::vector<std::string_view> titles;
  std::vector<std::string_view> texts;
  std::string_view date;
  std::optional<std::string_view> web_header;
  std::string_view page;  // after the web header
  std::string outside;    // outside of all these, if there is no text
};

void take_element(TrecFields& fields, const SgmlElement& element) {
  switch (kFields[element.name].field) {
    case Field::number:
      if (fields.number.empty()) fields.number = trimmed(element.inner);
      break;
    case Field::date:
      if (fields.date.empty()) fields.date = element.inner;
      break;
    case Field::title: fields.titles.push_back(element.inner); break;
    case Field::text: fields.texts.push_back(element.inner); break;
    case Field::web_header: fields.web_header = element.inner; break;
    case Field::header: break;
  }
}

/// Fields of a `<DOC>`. Of a web page only what precedes the page itself is read.
TrecFields read_fields(std::string_view inner) {
  TrecFields fields;
  ElementWalker walker(inner, kFieldNames, "TEXT");
  while (const auto element = walker.next()) {
    take_element(fields, *element);
    if (!fields.web_header) continue;
    fields.page = inner.substr(element->end);
    return fields;
  }
  if (fields.texts.empty()) fields.outside = walker.outside();
  return fields;
}

std::string joined_text(const std::vector<std::string_view>& pieces) {
  std::string joined;
  for (const std::string_view piece : pieces) {
    const std::string text = sgml_text(piece);
    if (!joined.empty() && !text.empty()) joined += '\n';
    joined += text;
  }
  return joined;
}

/// The first line of the header begins with the page's address; HTTP headers follow.
std::string_view address_of(std::string_view web_header) {
  const std::string_view text = trimmed(web_header);
  return text.substr(0, text.find_first_of(" \t\r\n"));
}

std::string_view content_type_of(std::string_view web_header) {
  HeaderFields fields(trimmed(web_header));
  HeaderField field;
  while (fields.next(field)) {
    if (equal_ignoring_case(field.name, "Content-Type")) return field.value;
  }
  return {};
}

class TrecReader : public ElementReader {
 public:
  explicit TrecReader(const ReadOptions& options) : ElementReader(kTrecElement, options) {}

 private:
  void parse_element(DocumentBatch& batch, const RawRecord& record) const override;
  void add_text(DocumentBatch& batch, const RawRecord& record, std::string_view id, const TrecFields& fields,
                const Utf8Text& source) const;
  void add_page(DocumentBatch& batch, const RawRecord& record, std::string_view id, const TrecFields& fields) const;
};

void TrecReader::parse_element(DocumentBatch& batch, const RawRecord& record) const {
  const std::string_view bytes = record.bytes.of(batch.block.bytes.view());
  const SgmlElement element = split_element(bytes);
  TrecFields fields = read_fields(element.inner);
  Utf8Text source;
  if (!fields.web_header) {
    source = to_utf8(element.inner, {options().charset, {}, false}, batch.arena);
    if (source.text.data() != element.inner.data()) fields = read_fields(source.text);
  }
  const std::string_view number = fields.number.empty() ? tag_attribute(element.tag, "id").value_or("") : fields.number;
  const std::string_view id = to_utf8(number, {options().charset, {}, false}, batch.arena).text;
  if (id.empty()) return batch.reject(place_of(batch, record), "the <DOC> has no <DOCNO>", bytes);
  if (fields.web_header) return add_page(batch, record, id, fields);
  add_text(batch, record, id, fields, source);
}

void TrecReader::add_text(DocumentBatch& batch, const RawRecord& record, std::string_view id, const TrecFields& fields,
                          const Utf8Text& source) const {
  const std::string title = joined_text(fields.titles);
  const std::string text = fields.texts.empty() ? sgml_text(fields.outside) : joined_text(fields.texts);
  std::vector<Part> parts;
  if (!title.empty()) parts.push_back({"title", batch.arena.store(title)});
  parts.push_back({"text", batch.arena.store(text)});
  std::string metadata = "{";
  if (!fields.date.empty()) append_json_field(metadata, "date", sgml_text(fields.date));
  metadata += '}';
  add_element_document(batch, record, {id, parts, metadata, source}, options().max_document_bytes);
}

void TrecReader::add_page(DocumentBatch& batch, const RawRecord& record, std::string_view id,
                          const TrecFields& fields) const {
  const CharsetHints hints{options().charset, charset_of(content_type_of(*fields.web_header)), true};
  const Utf8Text source = to_utf8(fields.page, hints, batch.arena);
  const Part part{"text", html_to_text(source.text, batch.arena)};
  std::string metadata = "{";
  append_json_field(metadata, "url", address_of(*fields.web_header));
  if (const std::string title = html_title(source.text); !title.empty()) append_json_field(metadata, "title", title);
  metadata += '}';
  add_element_document(batch, record, {id, {&part, 1}, metadata, source}, options().max_document_bytes);
}

}  // namespace

int recognise_trec(std::string_view head) {
  constexpr int kMostTagsBefore = 4;  // an XML declaration, a document type, a comment, a root element
  if (!trimmed(without_byte_order_mark(head)).starts_with('<')) return 0;
  std::size_t at = 0;
  for (int i = 0; i <= kMostTagsBefore; ++i) {
    const auto tag = next_tag(head, at);
    if (!tag) return 0;
    at = tag->end;
    if (tag->is_closing || !equal_ignoring_case(tag->name, kTrecElement)) continue;
    if (tag_attribute(tag->text, "id")) return 2;
    const std::array<std::string_view, 1> number{"DOCNO"};
    return ElementWalker(head.substr(at), number).next() ? 2 : 0;
  }
  return 0;
}

std::unique_ptr<Reader> make_trec_reader(const ReadOptions& options) {
  return std::make_unique<TrecReader>(options);
}

}  // namespace cento
