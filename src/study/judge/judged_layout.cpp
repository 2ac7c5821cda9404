#include "study/judge/judged_layout.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "read/sgml/sgml.hpp"
#include "study/judge/judged_line.hpp"
#include "study/judge/judged_text.hpp"

namespace cento {

namespace {

constexpr std::size_t kFirstLookBytes = std::size_t{1} << 16;

bool is_object(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kLineWhiteSpace);
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

/// What a record holds, judging by the names that `has` accepts.
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
    const std::string_view line = take_judged_line(text);
    if (!is_blank_line(line) && take(without_returns(line))) return;
  }
}

/// The layout according to the first line of `head` that says what the file holds. In a table, that is the first line.
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

/// The beginning of a file: whole lines, at least one of them not blank, unless the file ends first or the line is
/// longer than the longest that is read.
std::string_view first_lines(Input& in) {
  for (std::size_t wanted = kFirstLookBytes;; wanted *= 4) {
    const std::string_view window = in.peek(wanted);
    const std::string_view text = in.offset() == 0 ? without_byte_order_mark(window) : window;
    if (window.size() < wanted) return text;
    const std::string_view whole = text.substr(0, text.rfind('\n') + 1);
    if (!is_blank_line(whole) || wanted >= kLongestJudgedLine) return whole;
  }
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

JudgedLayout look_at_judged_file(Input& in, JudgedRole role, std::optional<JudgedContent> expected) {
  const std::string_view head = first_lines(in);
  JudgedLayout layout = layout_of(head, role, expected);
  if (!layout.content && !layout.has_header) layout.content = expected;
  if (layout.content || is_blank_line(head)) return layout;
  throw Error(
      fmt::format("{}: the first line does not show what the file holds; it should be tab-separated under a header "
                  "(a_id b_id label kind; id cluster; a_id a_begin a_end b_id b_begin b_end kind), questions as JSON "
                  "lines (id, label), or JSON lines that Cento wrote",
                  in.file()));
}

}  // namespace cento
