#include "write/records/passage_records.hpp"

#include <algorithm>

#include "core/append_all.hpp"
#include "core/json/json_text.hpp"

namespace cento {

namespace {

constexpr std::string_view kSpaces = " \t\n\r\f\v";
constexpr std::string_view kCutMark = " …";

template <typename Range>
void append_range(std::string& out, std::string_view key_with_comma, const Range& range) {
  append_all(out, key_with_comma, "[", range.begin, ",", range.end, "]");
}

/// Appends the fields of an object, without its closing brace.
void begin_stretch(std::string& out, const NamedStretch& stretch) {
  append_text_field(out, "{\"id\":", stretch.document.id);
  if (!stretch.document.place.empty()) append_text_field(out, ",\"place\":", stretch.document.place);
  if (!stretch.part.empty()) append_text_field(out, ",\"part\":", stretch.part);
  append_range(out, ",\"sentences\":", stretch.where.sentences);
  append_range(out, ",\"bytes\":", stretch.where.bytes);
}

void append_stretch(std::string& out, const NamedStretch& stretch) {
  begin_stretch(out, stretch);
  out.push_back('}');
}

void append_bytes_columns(std::string& out, const NamedStretch& stretch) {
  append_text_column(out, stretch.document.id);
  append_all(out, "\t", stretch.where.bytes.begin, "\t", stretch.where.bytes.end, "\t");
}

void append_sentence_columns(std::string& out, const SentenceRange& sentences) {
  append_all(out, sentences.begin, "\t", sentences.end, "\t");
}

void append_two_columns(std::string& out, std::string_view a, std::string_view b) {
  out.push_back('\t');
  append_text_column(out, a);
  out.push_back('\t');
  append_text_column(out, b);
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Where to cut a text of more than `most` bytes.
std::size_t cut_behind_word(std::string_view text, std::size_t most) {
  const std::size_t space = text.rfind(' ', most);
  if (space != std::string_view::npos && space > 0) return space;
  std::size_t end = most;
  while (end > 0 && is_continuation(text[end])) --end;
  return end;
}

void begin_family(std::string& out, const FamilyRecord& family) {
  append_text_field(out, "{\"family\":", family.name);
  append_all(out, ",\"documents\":", family.documents, ",\"sentences\":", family.sentences);
  if (family.is_boilerplate) out += ",\"boilerplate\":true";
  append_text_field(out, ",\"text\":", family.text);
  out += ",\"places\":[";
}

}  // namespace

void append_passage_line(std::string& out, const PassageRecord& passage) {
  out += "{\"a\":";
  append_stretch(out, passage.a);
  out += ",\"b\":";
  append_stretch(out, passage.b);
  append_all(out, ",\"matched\":", passage.matched, ",\"similarity\":");
  append_short_number(out, passage.similarity);
  out += "}\n";
}

void append_passage_header(std::string& out, const PassageColumns& columns) {
  out +=
      "a_id\ta_begin\ta_end\tb_id\tb_begin\tb_end\ta_first_sentence\ta_end_sentence\tb_first_sentence\t"
      "b_end_sentence\tmatched\tsimilarity";
  if (columns.parts) out += "\ta_part\tb_part";
  if (columns.places) out += "\ta_place\tb_place";
  out.push_back('\n');
}

void append_passage_row(std::string& out, const PassageRecord& passage, const PassageColumns& columns) {
  append_bytes_columns(out, passage.a);
  append_bytes_columns(out, passage.b);
  append_sentence_columns(out, passage.a.where.sentences);
  append_sentence_columns(out, passage.b.where.sentences);
  append_all(out, passage.matched, "\t");
  append_short_number(out, passage.similarity);
  if (columns.parts) append_two_columns(out, passage.a.part, passage.b.part);
  if (columns.places) append_two_columns(out, passage.a.document.place, passage.b.document.place);
  out.push_back('\n');
}

void append_cut_line(std::string& out, const CutRecord& record) {
  begin_stretch(out, record.cut);
  out += ",\"kept\":";
  append_stretch(out, record.kept);
  append_text_field(out, ",\"reason\":", record.reason);
  out += "}\n";
}

void append_family_piece(std::string& out, const FamilyPiece& piece) {
  if (piece.is_first) begin_family(out, piece.family);
  bool needs_comma = !piece.is_first;
  for (const NamedStretch& place : piece.places) {
    if (needs_comma) out.push_back(',');
    needs_comma = true;
    append_stretch(out, place);
  }
  if (piece.is_last) out += "]}\n";
}

std::string first_words(std::string_view text, std::size_t most_bytes) {
  std::string words;
  for (std::size_t at = text.find_first_not_of(kSpaces); at < text.size() && words.size() <= most_bytes;) {
    const std::size_t end = std::min(text.find_first_of(kSpaces, at), text.size());
    if (!words.empty()) words.push_back(' ');
    words += text.substr(at, end - at);
    at = text.find_first_not_of(kSpaces, end);
  }
  if (words.size() <= most_bytes) return words;
  words.resize(cut_behind_word(words, most_bytes));
  words += kCutMark;
  return words;
}

}  // namespace cento
