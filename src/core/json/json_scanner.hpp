#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/memory/arena.hpp"

namespace cento {

/// Walks over JSON text and finds where values end. Strings may hold any bytes; everything else must follow the
/// standard, except for NaN and Infinity. Stops at the first error and keeps it as a sentence.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : text_(text) {}

  /// Skips white space.
  void skip_space();

  /// Skips the value, string or byte that must come next, and white space before it. False, with a problem, if
  /// something else comes. Containers may nest kMaxDepth deep.
  bool skip_value();
  bool skip_string();
  bool expect(char wanted);

  /// Skips a string and returns its text, unescaped into the arena; nothing, with a problem, if none comes.
  std::optional<std::string_view> read_string(Arena& arena);

  /// Skips `wanted` if it comes next, after white space.
  bool take(char wanted);

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  /// Whether there was no NaN, Infinity, lone surrogate or unescaped control character.
  [[nodiscard]] bool is_sound() const { return is_sound_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Records a problem at the current column; returns false.
  bool fail(std::string_view what);

  static constexpr std::size_t kMaxDepth = 1000;

 private:
  bool skip_scalar();
  bool skip_number();
  bool skip_digits();
  bool check_escapes(std::size_t end);
  bool unescape_plain(char*& out);
  bool fail_in_string(std::size_t begin);
  bool skip_escape();
  bool skip_unicode_escape();
  bool skip_word(std::string_view word);
  bool skip_nonstandard_word(std::string_view word);
  bool open_container();
  bool after_value();
  bool skip_key();
  [[nodiscard]] char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string awaited_;  // closing brackets of the containers open around the current value
  bool is_sound_ = true;
  std::string problem_;
};

}  // namespace cento
