#include "study/judged_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "read/document.hpp"
#include "read/json_value.hpp"
#include "read/line_cutter.hpp"
#include "read/sgml.hpp"

namespace cento {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
constexpr std::uint64_t kLongestLine = std::uint64_t{64} << 20;
constexpr std::size_t kFirstLookBytes = std::size_t{1} << 16;
constexpr std::string_view kWhiteSpace = " \t\r\v\f\n";

/// The fields of JSON records that matter; texts and the like are passed over.
constexpr std::array<std::string_view, 13> kNames = {"a_id",    "b_id",  "id",        "label",   "kind",
                                                     "query",   "score", "cluster",   "a_begin", "a_end",
                                                     "b_begin", "b_end", "similarity"};

constexpr JudgedSide kSideA = {"a_id", "a_begin", "a_end"};
constexpr JudgedSide kSideB = {"b_id", "b_begin", "b_end"};

std::string_view without_line_end(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(kWhiteSpace) == std::string_view::npos;
}

bool is_object(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kWhiteSpace);
  return first != std::string_view::npos && line[first] == '{';
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t tab = line.find('\t');
    cells.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return cells;
    line.remove_prefix(tab + 1);
  }
}

bool is_whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

/// What a record holds, going by the names that `has` knows.
template <typename Has>
std::optional<JudgedContent> content_by_names(Has has) {
  if (has("a_id") && has("b_id")) return has("a_begin") ? JudgedContent::spans : JudgedContent::pairs;
  if (!has("id")) return std::nullopt;
  return has("cluster") ? JudgedContent::clusters : JudgedContent::questions;
}

bool is_header(const std::vector<std::string_view>& cells) {
  if (cells.front() == "a_id" || cells.front() == "id") return true;
  return cells.size() > 1 && cells[0] == "a" && cells[1] == "b";
}

JudgedLayout layout_of_header(const std::vector<std::string_view>& cells) {
  JudgedLayout layout;
  layout.has_header = true;
  layout.is_escaped = std::find(cells.begin(), cells.end(), "similarity") != cells.end();
  layout.columns.assign(cells.begin(), cells.end());
  for (std::string& column : layout.columns) {
    if (column == "a" || column == "b") column += "_id";
  }
  layout.content = content_by_names([&](std::string_view name) {
    return std::find(layout.columns.begin(), layout.columns.end(), name) != layout.columns.end();
  });
  return layout;
}

bool look_like_span(const std::vector<std::string_view>& cells) {
  return cells.size() >= 6 && is_whole_number(cells[1]) && is_whole_number(cells[2]) && is_whole_number(cells[4]) &&
         is_whole_number(cells[5]);
}

std::optional<JudgedContent> content_by_width(const std::vector<std::string_view>& cells) {
  switch (cells.size()) {
    case 2: return JudgedContent::clusters;
    case 3:
    case 4: return JudgedContent::pairs;
    default: return std::nullopt;
  }
}

std::vector<std::string> usual_columns(JudgedContent content, JudgedRole role) {
  const bool is_gold = role == JudgedRole::gold;
  switch (content) {
    case JudgedContent::pairs:
      if (is_gold) return {"a_id", "b_id", "label", "kind"};
      return {"a_id", "b_id", "score"};
    case JudgedContent::questions:
      if (is_gold) return {"id", "label", "kind"};
      return {"id", "score"};
    case JudgedContent::clusters: return {"id", "cluster"};
    default: return {"a_id", "a_begin", "a_end", "b_id", "b_begin", "b_end", "kind"};
  }
}

JudgedLayout layout_of_row(const std::vector<std::string_view>& cells, JudgedRole role,
                           std::optional<JudgedContent> expected) {
  JudgedLayout layout;
  layout.content = expected ? expected : content_by_width(cells);
  if (look_like_span(cells)) layout.content = JudgedContent::spans;
  if (layout.content) layout.columns = usual_columns(*layout.content, role);
  return layout;
}

JudgedLayout layout_of_object(std::string_view line) {
  JudgedLayout layout;
  layout.is_json = true;
  JudgedLineParser parser(layout);
  if (!parser.parse(line).empty()) return layout;
  layout.content = content_by_names([&](std::string_view name) { return parser.line()[name].has_value(); });
  return layout;
}

/// Calls `take` with each line of `text` that is not blank, until it returns true.
template <typename Take>
void find_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!is_blank(line) && take(without_line_end(line))) return;
  }
}

/// The layout by the first line of `head` that says what the file holds. A table says that with its first line.
JudgedLayout layout_of(std::string_view head, JudgedRole role, std::optional<JudgedContent> expected) {
  JudgedLayout layout;
  bool is_first = true;
  find_line(head, [&](std::string_view line) {
    const bool is_json = is_first ? is_object(line) : layout.is_json;
    if (is_json) {
      layout = layout_of_object(line);
    } else {
      const auto cells = cells_of(line);
      layout = is_header(cells) ? layout_of_header(cells) : layout_of_row(cells, role, expected);
    }
    is_first = false;
    return !is_json || layout.content.has_value();
  });
  return layout;
}

/// The beginning of a file: whole lines, of which at least one is not blank, unless the file ends before or the line is
/// longer than any that is read.
std::string_view first_lines(Input& in) {
  for (std::size_t wanted = kFirstLookBytes;; wanted *= 4) {
    const std::string_view window = in.peek(wanted);
    const std::string_view text = in.offset() == 0 ? without_byte_order_mark(window) : window;
    if (window.size() < wanted) return text;
    const std::string_view whole = text.substr(0, text.rfind('\n') + 1);
    if (!is_blank(whole) || wanted >= kLongestLine) return whole;
  }
}

/// Hands the lines of a file on, one after the other.
class LineTaker {
 public:
  LineTaker(Reporter& reporter, const TakePlainLine& take, bool header_comes)
      : reporter_(reporter), take_(take), header_comes_(header_comes) {}

  [[nodiscard]] Reporter& reporter() const { return reporter_; }

  void take_block(const RecordBlock& block) {
    Place place{block.place.file, block.place.line, Place::kUnknown};
    std::string_view rest = block.bytes.view();
    if (block.place.byte == 0) rest = without_byte_order_mark(rest);
    for (; !rest.empty(); ++place.line) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      if (is_blank(line) || std::exchange(header_comes_, false)) continue;
      take_line(without_line_end(line), place);
    }
  }

  [[nodiscard]] std::uint64_t good() const { return good_; }

 private:
  void take_line(std::string_view line, const Place& place) {
    std::string problem = take_(line, place);
    if (problem.empty()) {
      ++good_;
    } else {
      reporter_.reject({place, std::move(problem), line, line.size()});
    }
  }

  Reporter& reporter_;
  const TakePlainLine& take_;
  bool header_comes_;
  std::uint64_t good_ = 0;
};

std::uint64_t read_lines(Input& in, LineTaker taker) {
  LineCutter cutter(kBlockBytes, kLongestLine);
  DocumentBatch batch;
  while (cutter.cut(in, batch)) {
    for (const BadRecord& bad : batch.rejected) taker.reporter().reject(bad);
    taker.take_block(batch.block);
    batch.clear();
  }
  if (!in.problem().empty()) taker.reporter().reject({in.place(), in.problem(), {}, 0, {}, BadKind::file});
  return taker.good();
}

}  // namespace

std::string_view describe(JudgedContent content) {
  switch (content) {
    case JudgedContent::pairs: return "pairs";
    case JudgedContent::questions: return "questions";
    case JudgedContent::clusters: return "clusters";
    default: return "spans";
  }
}

std::optional<std::string_view> JudgedLine::operator[](std::string_view name) const {
  const auto value = std::find_if(values_.begin(), values_.end(), [&](const Value& v) { return v.name == name; });
  if (value == values_.end()) return std::nullopt;
  return value->text;
}

std::string JudgedLineParser::parse(std::string_view text) {
  line_.clear();
  arena_.clear();
  if (!layout_.is_json) {
    split_cells(text);
    return {};
  }
  if (!json_.parse(text, arena_)) return json_.problem();
  name_fields();
  return {};
}

void JudgedLineParser::split_cells(std::string_view text) {
  for (const std::string& column : layout_.columns) {
    const std::size_t tab = text.find('\t');
    const std::string_view cell = text.substr(0, tab);
    line_.add(column, layout_.is_escaped ? unescaped(cell) : cell);
    if (tab == std::string_view::npos) return;
    text.remove_prefix(tab + 1);
  }
}

void JudgedLineParser::name_fields() {
  const JsonField* a = nullptr;
  const JsonField* b = nullptr;
  for (const JsonField& field : json_.fields()) {
    if (field.key == "a") a = &field;
    if (field.key == "b") b = &field;
    if (std::find(kNames.begin(), kNames.end(), field.key) == kNames.end()) continue;
    const bool is_null = kind_of_json(field.value) == JsonKind::null;
    if (!is_null || field.key == "score" || field.key == "similarity") line_.add(field.key, text_of(field.value));
  }
  if (a != nullptr && b != nullptr) name_sides(*a, *b);
}

/// Passages have their sides in objects; in pairs, a and b are ids. In questions, which have an id, they are texts.
void JudgedLineParser::name_sides(const JsonField& a, const JsonField& b) {
  for (const auto& [field, names] : {std::pair(&a, kSideA), std::pair(&b, kSideB)}) {
    const JsonKind kind = kind_of_json(field->value);
    if (kind == JsonKind::object) {
      name_stretch(field->value, names);
    } else if (kind != JsonKind::null && (line_["similarity"] || !line_["id"])) {
      line_.add(names.id, text_of(field->value));
    }
  }
}

void JudgedLineParser::name_stretch(std::string_view object, const JudgedSide& names) {
  const TolerantObject side = read_json_object(object, arena_);
  const auto value_of = [&](std::string_view key) -> std::string_view {
    const auto is_named = [&](const JsonField& field) { return field.key == key; };
    const auto field = std::find_if(side.fields.begin(), side.fields.end(), is_named);
    return field == side.fields.end() ? "null" : field->value;
  };
  const std::string_view id = value_of("id");
  const std::string_view bytes = value_of("bytes");
  if (kind_of_json(id) == JsonKind::null || kind_of_json(bytes) != JsonKind::array) return;
  const auto ends = json_elements(bytes);
  if (ends.size() != 2) return;
  line_.add(names.id, text_of(id));
  line_.add(names.begin, text_of(ends[0]));
  line_.add(names.end, text_of(ends[1]));
}

std::string_view JudgedLineParser::text_of(std::string_view value) {
  if (kind_of_json(value) != JsonKind::string) return value;
  if (value.find('\\') == std::string_view::npos) return value.substr(1, value.size() - 2);
  return arena_.store(unescape_json_string(value));
}

std::string_view JudgedLineParser::unescaped(std::string_view cell) {
  if (cell.find('\\') == std::string_view::npos) return cell;
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    constexpr std::string_view kLetters = "tnr\\";
    constexpr std::string_view kMeant = "\t\n\r\\";
    const std::size_t which = cell[i] == '\\' && i + 1 < cell.size() ? kLetters.find(cell[i + 1]) : kLetters.npos;
    text.push_back(which == kLetters.npos ? cell[i] : kMeant[which]);
    if (which != kLetters.npos) ++i;
  }
  return arena_.store(text);
}

JudgedLayout look_at_judged_file(Input& in, JudgedRole role, std::optional<JudgedContent> expected) {
  const std::string_view head = first_lines(in);
  JudgedLayout layout = layout_of(head, role, expected);
  if (!layout.content && !layout.has_header) layout.content = expected;
  if (layout.content || is_blank(head)) return layout;
  throw Error(
      fmt::format("{}: the first line does not say what the file holds; it should be tab-separated under a header "
                  "(a_id b_id label kind; id cluster; a_id a_begin a_end b_id b_begin b_end kind), questions as JSON "
                  "lines (id, label), or JSON lines that Cento wrote",
                  in.file()));
}

std::uint64_t read_plain_lines(Input& in, Reporter& reporter, const TakePlainLine& take) {
  return read_lines(in, LineTaker(reporter, take, false));
}

std::uint64_t read_judged_lines(Input& in, const JudgedLayout& layout, Reporter& reporter, const TakeJudgedLine& take) {
  JudgedLineParser parser(layout);
  const TakePlainLine parse_and_take = [&](std::string_view line, const Place& place) {
    std::string problem = parser.parse(line);
    return problem.empty() ? take(parser.line(), place) : problem;
  };
  return read_lines(in, LineTaker(reporter, parse_and_take, layout.has_header));
}

}  // namespace cento
