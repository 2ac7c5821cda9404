#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json/json_value.hpp"
#include "core/memory/arena.hpp"

namespace cento {

/// Lists the fields of JSON objects, one object per line: fast for sound lines, as tolerant as read_json_object() for
/// others. Reuse one for many lines; one per thread.
class JsonLineParser {
 public:
  /// Strings under these keys are unescaped during parsing; the others only on request.
  explicit JsonLineParser(std::vector<std::string_view> text_keys = {}) : text_keys_(std::move(text_keys)) {}

  /// The fields are valid until the next call; their views point into the line or the arena. Of fields with the same
  /// key only the first is kept. False when the line is not a JSON object; problem() then says why.
  bool parse(std::string_view line, Arena& arena);

  [[nodiscard]] std::span<const JsonField> fields() const { return fields_; }

  /// Characters of the last line that became U+FFFD.
  [[nodiscard]] std::size_t replaced() const { return replaced_; }

  /// One sentence, e.g. "the line is not JSON: expected ':' at column 17".
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  bool list_patiently(std::string_view line, Arena& arena);

  std::vector<std::string_view> text_keys_;
  std::vector<JsonField> fields_;
  std::size_t replaced_ = 0;
  std::string problem_;
};

}  // namespace cento
