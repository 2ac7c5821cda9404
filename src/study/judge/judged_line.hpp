#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/arena.hpp"
#include "read/json/json_line.hpp"
#include "study/judge/judged_layout.hpp"

namespace cento {

/// A line as named values: cells under their columns, or the fields of a JSON object. Cento's own records get the names
/// used in tables: the ids of a pair are "a_id" and "b_id"; a passage also has "a_begin" and so on.
class JudgedLine {
 public:
  struct Value {
    std::string_view name;
    std::string_view text;  // of a string without its quotes, otherwise as JSON
  };

  /// The first value of this name; empty if there is none.
  [[nodiscard]] std::optional<std::string_view> operator[](std::string_view name) const;

  void clear() { values_.clear(); }
  void add(std::string_view name, std::string_view text) { values_.push_back({name, text}); }

 private:
  std::vector<Value> values_;
};

/// The column names of one side of a span.
struct JudgedSide {
  std::string_view id;
  std::string_view begin;
  std::string_view end;
};

/// Turns lines into named values. Reuse one for all lines of a file.
class JudgedLineParser {
 public:
  explicit JudgedLineParser(const JudgedLayout& layout) : layout_(layout) {}

  /// Empty if the line could be parsed, otherwise one sentence that says what is wrong. line() is valid until the next
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

}  // namespace cento
