#include "read/forum/forum_parser.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json_text.hpp"
#include "read/charset/charset.hpp"
#include "read/forum/forum_record.hpp"
#include "read/forum/post_texts.hpp"
#include "read/html/html_text.hpp"
#include "read/input/oversize.hpp"

namespace cento {

namespace {

void append_number(std::string& out, std::string_view key, std::string_view digits) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return;
  append_json_key(out, key);
  out += std::to_string(number);
}

/// "<a><b>" in older dumps, "|a|b|" in newer ones.
std::vector<std::string> split_tags(std::string_view tags) {
  constexpr std::string_view kSeparators = "<>|";
  std::vector<std::string> names;
  std::size_t begin = tags.find_first_not_of(kSeparators);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(tags.find_first_of(kSeparators, begin), tags.size());
    names.emplace_back(tags.substr(begin, end - begin));
    begin = tags.find_first_not_of(kSeparators, end);
  }
  return names;
}

std::vector<std::string> as_strings(const std::vector<std::uint32_t>& ids) {
  std::vector<std::string> strings;
  strings.reserve(ids.size());
  for (const std::uint32_t id : ids) strings.push_back(std::to_string(id));
  return strings;
}

std::string metadata_of(const PostTexts& question, const QuestionRows& thread) {
  std::string out = "{";
  if (!question.tags.empty()) append_json_strings(out, "tags", split_tags(question.tags));
  if (!question.created.empty()) append_json_field(out, "date", question.created);
  append_number(out, "score", question.score);
  append_number(out, "answers", question.answers);
  if (!thread.answer.empty()) {
    append_json_key(out, "accepted");
    out += thread.answer_is_accepted ? "true" : "false";
    append_json_field(out, "answer_id", std::to_string(thread.answer_id));
  }
  if (!thread.originals.empty()) append_json_strings(out, "duplicates", as_strings(thread.originals));
  out += '}';
  return out;
}

/// Turns the threads of one batch into documents.
class ForumParser {
 public:
  ForumParser(DocumentBatch& batch, const ReadOptions& options) : batch_(batch), options_(options) {}

  void parse(const RawRecord& record);

 private:
  bool decode(std::string_view row, const Place& place, PostTexts& texts);
  void add(const Place& place, QuestionRows& thread, const PostTexts& question, const PostTexts& answer);
  [[nodiscard]] std::vector<Part> parts_of(const PostTexts& question, const PostTexts& answer);

  DocumentBatch& batch_;
  const ReadOptions& options_;
  PostDecoder decoder_;
};

void ForumParser::parse(const RawRecord& record) {
  QuestionRows thread = read_thread(record.bytes.of(batch_.block.bytes.view()));
  const Place place{batch_.block.place.file, record.line, record.byte};
  const Place answer_place{place.file, thread.answer_place.line, thread.answer_place.byte};
  PostTexts question;
  PostTexts answer;
  batch_.record = {record.byte, record.end_byte};
  if (!decode(thread.question, place, question)) return;
  if (!thread.answer.empty() && !decode(thread.answer, answer_place, answer)) {
    const ByteRange answer_record{answer_place.byte, answer_place.byte + thread.answer.size()};
    batch_.rejected.back().record = {};
    batch_.others.push_back({answer_record, OtherRecord::Role::bad_answer});
    answer = {};
    thread.answer = {};
  }
  add(place, thread, question, answer);
}

bool ForumParser::decode(std::string_view row, const Place& place, PostTexts& texts) {
  const Utf8Text utf8 = to_utf8(row, {options_.charset, {}, false}, batch_.arena);
  if (utf8.replaced != 0) batch_.counts["replaced characters"] += utf8.replaced;
  std::string problem = decoder_.decode(utf8.text, texts);
  if (problem.empty()) return true;
  batch_.reject(place, std::move(problem), row);
  return false;
}

void ForumParser::add(const Place& place, QuestionRows& thread, const PostTexts& question, const PostTexts& answer) {
  const std::vector<Part> parts = parts_of(question, answer);
  if (parts.empty()) return batch_.reject(place, "the question has neither a Title nor a Body", thread.question);
  std::uint64_t text_bytes = 0;
  for (const Part& part : parts) text_bytes += part.text.size();
  if (text_bytes > options_.max_document_bytes) {
    return batch_.reject(place, oversize_reason("thread's text", text_bytes, options_.max_document_bytes),
                         thread.question);
  }
  const std::string id = std::to_string(thread.question_id);
  Document& document = batch_.add(batch_.arena.store(id), parts);
  document.metadata = batch_.arena.store(metadata_of(question, thread));
  document.place = place;
  document.thread = thread.question_id;
}

std::vector<Part> ForumParser::parts_of(const PostTexts& question, const PostTexts& answer) {
  std::vector<Part> parts;
  if (question.title) parts.push_back({"title", batch_.arena.store(*question.title)});
  if (question.body) parts.push_back({"description", html_to_text(*question.body, batch_.arena)});
  if (answer.body && !parts.empty()) parts.push_back({"answer", html_to_text(*answer.body, batch_.arena)});
  return parts;
}

}  // namespace

void parse_threads(DocumentBatch& batch, const ReadOptions& options) {
  ForumParser parser(batch, options);
  for (const RawRecord& record : batch.block.records) parser.parse(record);
  batch.sort_rejected();
}

}  // namespace cento
