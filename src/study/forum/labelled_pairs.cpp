#include "study/forum/labelled_pairs.hpp"

#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "study/bad_line.hpp"
#include "study/judge/judged_lines.hpp"

namespace cento {

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(kWhiteSpace) == std::string_view::npos;
}

const JsonField* find(std::span<const JsonField> fields, std::string_view key) {
  const auto field = std::find_if(fields.begin(), fields.end(), [key](const JsonField& f) { return f.key == key; });
  return field == fields.end() || kind_of_json(field->value) == JsonKind::null ? nullptr : &*field;
}

std::string text_of(std::string_view json) {
  return kind_of_json(json) == JsonKind::string ? unescape_json_string(json) : std::string(json);
}

std::string optional_text(std::span<const JsonField> fields, std::string_view key) {
  const JsonField* field = find(fields, key);
  return field == nullptr ? std::string() : text_of(field->value);
}

bool label_of(std::span<const JsonField> fields) {
  const JsonField* field = find(fields, "label");
  if (field == nullptr) throw BadLine{"there is no label"};
  const std::string text = text_of(field->value);
  for (const std::string_view yes : {"1", "1.0", "true"}) {
    if (text == yes) return true;
  }
  for (const std::string_view no : {"0", "0.0", "false"}) {
    if (text == no) return false;
  }
  throw BadLine{fmt::format("the label {} is neither 0 nor 1", in_quotes(text))};
}

std::uint64_t pair_key(const ForumLabel& pair) {
  return (std::uint64_t{std::min(pair.a, pair.b)} << 32U) | std::max(pair.a, pair.b);
}

}  // namespace

void LabelledLineReader::read(Input& in, Reporter& reporter) {
  read_plain_lines(in, reporter, [this](std::string_view line, const Place& place) { return take(line, place.line); });
}

std::string LabelledLineReader::take(std::string_view line, std::uint64_t number) {
  line_arena_.clear();
  if (!parser_.parse(line_arena_.store(line), line_arena_)) return parser_.problem();
  try {
    return take_fields(number);
  } catch (BadLine& bad) {
    return std::move(bad.problem);
  }
}

std::string LabelledLineReader::take_fields(std::uint64_t number) {
  const auto fields = parser_.fields();
  ForumLabel pair;
  pair.id = optional_text(fields, "id");
  if (pair.id.empty()) pair.id = fmt::format("{}", number);
  pair.is_positive = label_of(fields);
  pair.query = optional_text(fields, "query");
  pair.kind = optional_text(fields, "kind");
  pair.a = thread_of(find(fields, "a"), "a");
  pair.b = thread_of(find(fields, "b"), "b");
  return add(std::move(pair), number);
}

std::string LabelledLineReader::add(ForumLabel pair, std::uint64_t line) {
  const First here{out_.pairs.size(), line};
  if (const auto [known, is_new] = known_ids_.emplace(pair.id, here); !is_new) {
    const ForumLabel& first = out_.pairs[known->second.pair];
    if (pair_key(first) == pair_key(pair) && first.is_positive == pair.is_positive) return {};
    return fmt::format("the id {} is in line {} with {}, which is used", in_quotes(pair.id), known->second.line,
                       pair_key(first) == pair_key(pair) ? "another label" : "other texts");
  }
  const auto [known, is_new] = known_pairs_.emplace(pair_key(pair), here);
  if (!is_new && out_.pairs[known->second.pair].is_positive != pair.is_positive) {
    known_ids_.erase(pair.id);
    return fmt::format("these two texts are in line {} with another label, which is used", known->second.line);
  }
  out_.pairs.push_back(std::move(pair));
  return {};
}

DocId LabelledLineReader::thread_of(const JsonField* field, std::string_view side) {
  if (field == nullptr) throw BadLine{fmt::format("there is no text {}", side)};
  packed_.clear();
  packed_ends_.clear();
  const JsonKind kind = kind_of_json(field->value);
  if (kind == JsonKind::string) {
    pack("text", unescape_json_string(field->value));
  } else if (kind == JsonKind::object) {
    pack_parts(field->value, side);
  } else {
    throw BadLine{fmt::format("{} is {}, neither a text nor an object of texts", side, describe(kind))};
  }
  if (packed_ends_.empty()) throw BadLine{fmt::format("{} has no text", side)};
  return intern(side);
}

void LabelledLineReader::pack_parts(std::string_view object, std::string_view side) {
  std::set<std::string_view> names;
  for (const JsonField& part : read_json_object(object, line_arena_).fields) {
    const JsonKind kind = kind_of_json(part.value);
    if (kind == JsonKind::null) continue;
    const bool is_new = names.insert(part.key).second;
    if (kind != JsonKind::string || !is_new) {
      throw BadLine{fmt::format("the part {} of {} {}", in_quotes(part.key), side,
                                is_new ? fmt::format("is {}, not a text", describe(kind)) : "occurs twice")};
    }
    pack(part.key, unescape_json_string(part.value));
  }
}

/// A blank text counts as missing.
void LabelledLineReader::pack(std::string_view name, std::string_view text) {
  if (is_blank(text)) return;
  packed_.append(name).push_back('\0');
  const std::size_t name_end = packed_.size();
  packed_.append(text).push_back('\0');
  packed_ends_.emplace_back(name_end, packed_.size());
}

DocId LabelledLineReader::intern(std::string_view id) {
  if (const auto known = known_threads_.find(packed_); known != known_threads_.end()) return known->second;
  DocumentBatch& threads = out_.threads;
  const std::string_view stored = threads.arena.store(packed_);
  std::vector<Part> parts;
  std::size_t begin = 0;
  for (const auto& [name_end, text_end] : packed_ends_) {
    parts.push_back({stored.substr(begin, name_end - begin - 1), stored.substr(name_end, text_end - name_end - 1)});
    begin = text_end;
  }
  const auto number = static_cast<DocId>(threads.documents.size());
  threads.add(threads.arena.store(fmt::format("{}{}", id, number)), parts);
  known_threads_.emplace(stored, number);
  return number;
}

void LabelledQuestionCollector::add(const DocumentBatch& batch) {
  DocumentBatch& threads = out_.threads;
  std::vector<Part> parts;
  for (const Document& document : batch.documents) {
    if (numbers_.contains(document.id)) continue;
    parts.clear();
    for (const Part& part : document.parts) {
      parts.push_back({threads.arena.store(part.name), threads.arena.store(part.text)});
    }
    const std::string_view id = threads.arena.store(document.id);
    numbers_.emplace(id, static_cast<DocId>(threads.documents.size()));
    threads.add(id, parts);
  }
}

void LabelledQuestionCollector::label(const std::vector<LabelledPair>& gold, std::string_view file,
                                      Reporter& reporter) {
  for (const LabelledPair& pair : gold) {
    std::string problem = take(pair);
    if (!problem.empty()) reporter.reject({{file, pair.line, Place::kUnknown}, std::move(problem), {}, 0});
  }
}

std::string LabelledQuestionCollector::take(const LabelledPair& pair) {
  const auto a = numbers_.find(pair.name.a);
  const auto b = numbers_.find(pair.name.b);
  for (const auto& [found, id] : {std::pair(a, &pair.name.a), std::pair(b, &pair.name.b)}) {
    if (found == numbers_.end()) return fmt::format("{} is not a document of the inputs", in_quotes(*id));
  }
  if (a == b) return fmt::format("{} is paired with itself", in_quotes(pair.name.a));
  out_.pairs.push_back(
      {fmt::format("{} {}", pair.name.a, pair.name.b), a->second, b->second, pair.is_positive, pair.query, pair.kind});
  return {};
}

void check_labels(const LabelledQuestions& labelled, std::size_t least, std::string_view what) {
  const auto& pairs = labelled.pairs;
  if (pairs.empty()) throw Error(fmt::format("{}: no labelled pair can be used", what));
  const auto positives = static_cast<std::size_t>(
      std::count_if(pairs.begin(), pairs.end(), [](const ForumLabel& pair) { return pair.is_positive; }));
  const std::size_t fewer = std::min(positives, pairs.size() - positives);
  if (fewer >= least) return;
  if (fewer == 0) {
    throw Error(
        fmt::format("{}: all labels are {}; label duplicates 1 and other pairs 0", what, positives == 0 ? 0 : 1));
  }
  throw Error(fmt::format("{}: only {} of {} pairs {} labelled {}; at least {} of each label are needed", what, fewer,
                          pairs.size(), fewer == 1 ? "is" : "are", positives == fewer ? 1 : 0, least));
}

}  // namespace cento
