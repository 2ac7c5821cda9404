#include "read/json/json_document.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "read/field_names.hpp"
#include "read/html/html_text.hpp"
#include "read/input/oversize.hpp"

namespace cento {

namespace {

constexpr std::string_view kHtmlField = "html";
constexpr std::string_view kDefaultPart = "text";
constexpr std::string_view kBetweenStrings = "\n\n";
constexpr std::size_t kNamedFields = 12;      // fields listed in the message that there is no text
constexpr std::size_t kNamedFieldBytes = 60;  // of a field's name in that message

const JsonField* find_key(std::span<const JsonField> fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const JsonField& f) { return f.key == name; });
  return found == fields.end() ? nullptr : &*found;
}

/// The field inside nested objects that a name such as "meta.text" means.
std::optional<JsonField> find_inside(std::span<const JsonField> fields, std::string_view name, Arena& arena) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
    const JsonField* outer = find_key(fields, name.substr(0, dot));
    if (outer == nullptr || kind_of_json(outer->value) != JsonKind::object) continue;
    const TolerantObject inner = read_json_object(outer->raw, arena);
    const std::string_view rest = name.substr(dot + 1);
    if (const JsonField* field = find_key(inner.fields, rest)) return *field;
    if (const auto deeper = find_inside(inner.fields, rest, arena)) return deeper;
  }
  return std::nullopt;
}

bool is_html_name(std::string_view field) {
  return field == kHtmlField || field.ends_with(".html");
}

std::string shortened(std::string_view name) {
  if (name.size() <= kNamedFieldBytes) return std::string(name);
  std::size_t end = kNamedFieldBytes;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  return fmt::format("{}…", name.substr(0, end));
}

std::string list_keys(std::span<const JsonField> fields) {
  if (fields.empty()) return "nothing";
  std::string list;
  for (const JsonField& field : fields.first(std::min(fields.size(), kNamedFields))) {
    if (!list.empty()) list += ", ";
    list += shortened(field.key);
  }
  if (fields.size() > kNamedFields) list += ", …";
  return list;
}

std::string list_names(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
  return list;
}

char* write(char* out, std::string_view bytes) {
  if (!bytes.empty()) std::memcpy(out, bytes.data(), bytes.size());
  return out + bytes.size();
}

}  // namespace

bool JsonDocumentMaker::add(std::span<const JsonField> fields, const Place& place, DocumentBatch& batch) {
  fields_ = fields;
  arena_ = &batch.arena;
  parts_.clear();
  used_.clear();
  null_text_.clear();
  problem_.clear();
  oversize_bytes_ = 0;
  if (!choose_parts()) return false;
  const std::optional<std::string_view> id = choose_id(place);
  if (!id) return fail("the record has no id");
  Document& document = batch.add(*id, parts_);
  document.metadata = metadata();
  document.place = place;
  return true;
}

std::optional<JsonDocumentMaker::Found> JsonDocumentMaker::find(std::string_view name) const {
  if (const JsonField* field = find_key(fields_, name)) return Found{field->value, field->raw, field};
  if (const auto field = find_inside(fields_, name, *arena_)) return Found{field->value, field->raw, nullptr};
  return std::nullopt;
}

/// As find(), but null is not a text.
std::optional<JsonDocumentMaker::Found> JsonDocumentMaker::find_text(std::string_view name) {
  const std::optional<Found> found = find(name);
  if (!found || kind_of_json(found->value) != JsonKind::null) return found;
  if (null_text_.empty()) null_text_ = name;
  return std::nullopt;
}

bool JsonDocumentMaker::choose_parts() {
  return options_.text_fields.empty() ? choose_usual_part() : choose_named_parts();
}

bool JsonDocumentMaker::choose_named_parts() {
  for (const std::string& field : options_.text_fields) {
    const std::optional<Found> found = find_text(field);
    if (found && !add_part(arena_->store(part_name(field)), field, *found)) return false;
  }
  return !parts_.empty() || fail_without_text();
}

bool JsonDocumentMaker::choose_usual_part() {
  for (const std::string_view field : usual_text_fields()) {
    if (const std::optional<Found> found = find_text(field)) return add_part(kDefaultPart, field, *found);
  }
  return choose_pair() || fail_without_text();
}

/// Labelled pairs of texts: {"a": …, "b": …, "label": …}.
bool JsonDocumentMaker::choose_pair() {
  const JsonField* a = find_key(fields_, "a");
  const JsonField* b = find_key(fields_, "b");
  const auto is_string = [](const JsonField* f) { return f != nullptr && kind_of_json(f->value) == JsonKind::string; };
  if (!is_string(a) || !is_string(b)) return false;
  return add_part("a", "a", {a->value, a->raw, a}) && add_part("b", "b", {b->value, b->raw, b});
}

/// The text of an HTML field is a part named "text", so that it can be written and read again as text.
std::string_view JsonDocumentMaker::part_name(std::string_view field) const {
  const auto& names = options_.text_fields;
  const bool text_is_taken = std::find(names.begin(), names.end(), kDefaultPart) != names.end();
  return is_html_name(field) && !text_is_taken ? kDefaultPart : field;
}

bool JsonDocumentMaker::add_part(std::string_view part, std::string_view field, const Found& found) {
  std::optional<std::string_view> text = text_of(field, found);
  if (!text) return false;
  const bool is_literal = kind_of_json(found.value) == JsonKind::string && !is_html_name(field);
  if (is_html_name(field)) text = html_to_text(*text, *arena_);
  if (text->size() > options_.max_document_bytes) {
    oversize_bytes_ = text->size();
    return fail(oversize_reason("text", text->size(), options_.max_document_bytes));
  }
  parts_.push_back({part, *text, is_literal ? found.raw : std::string_view()});
  if (found.whole_field != nullptr) used_.push_back(found.whole_field);
  return true;
}

std::optional<std::string_view> JsonDocumentMaker::text_of(std::string_view field, const Found& found) {
  if (found.whole_field != nullptr && found.whole_field->text) return found.whole_field->text;
  const JsonKind kind = kind_of_json(found.value);
  switch (kind) {
    case JsonKind::string: return string_text(found.value);
    case JsonKind::number: return found.value;
    case JsonKind::array: return joined_strings(field, found.value);
    default: fail(fmt::format("the field \"{}\" is {}, not text", field, describe(kind))); return std::nullopt;
  }
}

std::optional<std::string_view> JsonDocumentMaker::joined_strings(std::string_view field, std::string_view array) {
  std::string joined;
  bool is_first = true;
  for (const std::string_view element : json_elements(array)) {
    const JsonKind kind = kind_of_json(element);
    if (kind != JsonKind::string) {
      fail(fmt::format("the field \"{}\" is an array that holds {}, not only strings", field, describe(kind)));
      return std::nullopt;
    }
    if (!is_first) joined += kBetweenStrings;
    joined += unescape_json_string(element);
    is_first = false;
  }
  return arena_->store(joined);
}

std::string_view JsonDocumentMaker::string_text(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos) return quoted.substr(1, quoted.size() - 2);
  char* room = arena_->allocate(quoted.size());
  const std::size_t size = unescape_json_string(quoted, room);
  arena_->commit(room, size);
  return {room, size};
}

/// The id in a field; empty if there is none.
std::string_view JsonDocumentMaker::id_from(std::string_view name) {
  const std::optional<Found> found = find(name);
  if (!found) return {};
  const JsonKind kind = kind_of_json(found->value);
  if (kind != JsonKind::string && kind != JsonKind::number) return {};
  const std::string_view id = kind == JsonKind::string ? string_text(found->value) : found->value;
  if (!id.empty() && found->whole_field != nullptr) used_.push_back(found->whole_field);
  return id;
}

/// Empty when there is none and the document may not be called otherwise.
std::optional<std::string_view> JsonDocumentMaker::choose_id(const Place& place) {
  std::string_view id;
  if (!options_.id_field.empty()) {
    id = id_from(options_.id_field);
  } else {
    for (const std::string_view name : usual_id_fields()) {
      id = id_from(name);
      if (!id.empty()) break;
    }
  }
  if (!id.empty()) return id;
  if (!id_otherwise_) return arena_->store(fmt::format("{}:{}", place.file, place.line));
  return id_otherwise_->empty() ? std::nullopt : id_otherwise_;
}

bool JsonDocumentMaker::is_used(const JsonField& field) const {
  return std::find(used_.begin(), used_.end(), &field) != used_.end();
}

std::string_view JsonDocumentMaker::metadata() {
  constexpr std::size_t kColonAndComma = 2;
  std::size_t size = 2;
  for (const JsonField& field : fields_) {
    if (!is_used(field)) size += field.key_text.size() + field.value.size() + kColonAndComma;
  }
  if (size == 2) return "{}";
  char* const room = arena_->allocate(size);
  char* out = room;
  for (const JsonField& field : fields_) {
    if (is_used(field)) continue;
    *out = out == room ? '{' : ',';
    out = write(out + 1, field.key_text);
    *out++ = ':';
    out = write(out, field.value);
  }
  *out++ = '}';
  const auto used = static_cast<std::size_t>(out - room);
  arena_->commit(room, used);
  return {room, used};
}

bool JsonDocumentMaker::fail(std::string problem) {
  problem_ = std::move(problem);
  return false;
}

bool JsonDocumentMaker::fail_without_text() {
  if (!problem_.empty()) return false;
  constexpr std::string_view kAdvice = "name the text with `text_fields`";
  if (!null_text_.empty()) return fail(fmt::format("the field \"{}\" is null ({})", null_text_, kAdvice));
  const std::string names = options_.text_fields.empty() ? "\"text\"" : list_names(options_.text_fields);
  return fail(fmt::format("the line has no field {}; it has: {} ({})", names, list_keys(fields_), kAdvice));
}

std::vector<std::string_view> json_text_keys(const ReadOptions& options) {
  const auto& named = options.text_fields;
  if (!named.empty()) return {named.begin(), named.end()};
  return {usual_text_fields().begin(), usual_text_fields().end()};
}

}  // namespace cento
