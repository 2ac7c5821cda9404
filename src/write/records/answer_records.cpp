#include "write/records/answer_records.hpp"

#include <fmt/format.h>

#include "core/append_all.hpp"
#include "core/json/json_text.hpp"

namespace cento {

namespace {

void append_short_field(std::string& out, std::string_view key, double number) {
  append_json_key(out, key);
  append_short_number(out, number);
}

template <typename Range>
void append_range_of(std::string& out, std::string_view key, const Range& range) {
  append_json_key(out, key);
  append_all(out, "[", range.begin, ",", range.end, "]");
}

/// `"key":[{…},{…}]`; `append` writes the fields of each object.
template <typename Items, typename Append>
void append_list(std::string& out, std::string_view key, const Items& items, const Append& append) {
  append_json_key(out, key);
  out.push_back('[');
  for (const auto& item : items) {
    if (out.back() != '[') out.push_back(',');
    out.push_back('{');
    append(out, item);
    out.push_back('}');
  }
  out.push_back(']');
}

void append_known(std::string& out, const KnownDocument& document) {
  append_json_field(out, "id", document.id);
  append_json_key(out, "metadata");
  out += document.metadata;
}

void append_similar(std::string& out, const SimilarRecord& similar) {
  append_known(out, similar.document);
  append_short_field(out, "similarity", similar.similarity);
  append_short_field(out, "contained_a", similar.contained_a);
  append_short_field(out, "contained_b", similar.contained_b);
}

void append_side(std::string& out, std::string_view part, const PassageSide& side) {
  if (!part.empty()) append_json_field(out, "part", part);
  append_range_of(out, "sentences", side.sentences);
  append_range_of(out, "bytes", side.bytes);
}

void append_passage(std::string& out, const AnswerPassage& found) {
  out += "\"a\":{";
  append_side(out, found.part_a, found.passage.a);
  out += "},\"b\":{";
  append_known(out, found.document);
  append_side(out, found.part_b, found.passage.b);
  append_all(out, "},\"matched\":", found.passage.matched);
  append_short_field(out, "similarity", found.passage.similarity);
}

void append_source(std::string& out, const BlogSourceRecord& source) {
  append_known(out, source.document);
  append_all(out, ",\"collisions\":", source.collisions);
  append_list(out, "matches", source.matches, [](std::string& to, const SentencePair& pair) {
    append_sentence(to, pair.own);
    to += ",\"there\":{";
    append_sentence(to, pair.there);
    to.push_back('}');
  });
}

void append_blog(std::string& out, const BlogRecord& blog) {
  out += fmt::format(R"(,"blog":{{"sentences":{},"known":{},"duplicate":{})", blog.sentences, blog.known,
                     blog.is_duplicate);
  append_list(out, "sources", blog.sources, append_source);
  append_all(out, ",\"sources_unlisted\":", blog.sources_unlisted, "}");
}

void append_reused(std::string& out, const ReusedRecord& reused) {
  append_sentence(out, reused.own);
  out += ",\"there\":{";
  append_known(out, reused.document);
  append_sentence(out, reused.there);
  out.push_back('}');
  append_short_field(out, "overlap", reused.overlap);
}

void append_asked_before(std::string& out, const AskedBeforeRecord& found) {
  append_known(out, found.thread);
  append_short_field(out, "similarity", found.similarity);
  append_json_key(out, "parts");
  append_part_similarities(out, found.parts);
}

void append_left_out(std::string& out, const LeftOutRecord& left_out) {
  append_all(out, ",\"left_out\":{\"identical\":", left_out.identical,
             ",\"documents_with_passages\":", left_out.documents_with_passages, ",\"places\":", left_out.places,
             ",\"repetitive_texts\":", left_out.repetitive_texts, ",\"candidates\":", left_out.candidates,
             ",\"reused\":", left_out.reused, "}");
}

}  // namespace

void append_answer_line(std::string& out, const AnswerRecord& answer) {
  out.push_back('{');
  append_json_field(out, "id", answer.id);
  append_list(out, "identical", answer.identical, append_known);
  if (answer.similar) append_list(out, "similar", *answer.similar, append_similar);
  if (answer.passages) append_list(out, "passages", *answer.passages, append_passage);
  if (answer.blog) append_blog(out, *answer.blog);
  if (answer.reused) append_list(out, "reused", *answer.reused, append_reused);
  if (answer.asked_before) append_list(out, "asked_before", *answer.asked_before, append_asked_before);
  if (!answer.left_out.is_nothing()) append_left_out(out, answer.left_out);
  if (answer.incomplete) out += ",\"incomplete\":true";
  out += "}\n";
}

bool has_findings(const AnswerRecord& answer) {
  const auto has_any = [](const auto& list) { return list && !list->empty(); };
  return !answer.identical.empty() || has_any(answer.similar) || has_any(answer.passages) || has_any(answer.reused) ||
         has_any(answer.asked_before) || (answer.blog && answer.blog->is_duplicate);
}

}  // namespace cento
