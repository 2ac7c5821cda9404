#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/arena.hpp"
#include "core/place.hpp"
#include "core/reporter.hpp"
#include "read/input.hpp"
#include "read/json_line.hpp"

namespace cento {

/// What a file that is judged, or that others are judged by, holds.
enum class JudgedContent {
  pairs,      // of documents: a_id b_id, with label and kind, or with a score
  questions,  // pairs with an id of their own: id, with a label, or with a score
  clusters,   // id cluster
  spans,      // a_id a_begin a_end b_id b_begin b_end, with a kind
};

/// "pairs", … for messages.
[[nodiscard]] std::string_view describe(JudgedContent content);

/// How the lines of a file are to be read, found out from the first one.
struct JudgedLayout {
  std::optional<JudgedContent> content;  // empty: the file is empty, and nothing was expected
  bool is_json = false;                  // else tab-separated values
  bool has_header = false;
  bool is_escaped = false;           // as Cento writes tables: \t, \n, \r and \\ stand for what they say
  std::vector<std::string> columns;  // of tab-separated values
};

/// A line as named values: cells under their columns, or the fields of a JSON object. Cento's own records get the names
/// of tables: the ids of a pair are "a_id" and "b_id"; a passage also has "a_begin" and so on.
class JudgedLine {
 public:
  struct Value {
    std::string_view name;
    std::string_view text;  // of a string without its quotes, else as JSON
  };

  /// The first value of this name; empty if there is none.
  [[nodiscard]] std::optional<std::string_view> operator[](std::string_view name) const;

  void clear() { values_.clear(); }
  void add(std::string_view name, std::string_view text) { values_.push_back({name, text}); }

 private:
  std::vector<Value> values_;
};

/// How a side of a span is called in tables.
struct JudgedSide {
  std::string_view id;
  std::string_view begin;
  std::string_view end;
};

/// Makes named values of lines. Reuse one for all lines of a file.
class JudgedLineParser {
 public:
  explicit JudgedLineParser(const JudgedLayout& layout) : layout_(layout) {}

  /// Empty when the line could be parsed, else what is wrong with it, one sentence. line() is valid until the next
  /// call.
  std::string parse(std::string_view text);

  [[nodiscard]] const JudgedLine& line() const { return line_; }

 private:
  void split_cells(std::string_view text);
  void name_fields();
  void name_sides(const JsonField& a, const JsonField& b);
  void name_stretch(std::string_view object, const JudgedSide& names);
  std::string_view text_of(std::string_view value);
  std::string_view unescaped(std::string_view cell);

  const JudgedLayout& layout_;
  Arena arena_;
  JsonLineParser json_;
  JudgedLine line_;
};

/// What a file is for: a table without a header has its columns by that.
enum class JudgedRole {
  gold,   // pairs: a_id b_id label kind
  found,  // pairs: a_id b_id score; questions: id score
};

/// Looks at the beginning of a file without reading on. A table without a header holds what is expected, unless it
/// looks like spans; when nothing is expected, the number of columns tells. Throws Error with the file's name when none
/// of the first lines says what it holds and nothing is expected.
[[nodiscard]] JudgedLayout look_at_judged_file(Input& in, JudgedRole role, std::optional<JudgedContent> expected);

/// Returns what is wrong with a line, which comes without its end, one sentence; empty if nothing is.
using TakePlainLine = std::function<std::string(std::string_view line, const Place& place)>;

/// Reads all lines but blank ones; bad lines go to the reporter. Returns the number of good ones.
std::uint64_t read_plain_lines(Input& in, Reporter& reporter, const TakePlainLine& take);

/// Returns what is wrong with a line, one sentence; empty if nothing is.
using TakeJudgedLine = std::function<std::string(const JudgedLine& line, const Place& place)>;

/// Reads all lines but the header and blank ones; bad lines go to the reporter. Returns the number of good ones.
std::uint64_t read_judged_lines(Input& in, const JudgedLayout& layout, Reporter& reporter, const TakeJudgedLine& take);

}  // namespace cento
