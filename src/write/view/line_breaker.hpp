#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cento {

/// The style of text.
enum class Ink : std::uint8_t {
  plain,
  faint,    // Cento's remarks, not the text
  passage,  // shared, in the colour of its passage
  changed,  // inside a passage, but not shared
};

/// A line of a column as printed, including escape codes if there is colour.
struct ColumnLine {
  std::string text;
  std::uint32_t width = 0;    // columns of the terminal that it takes
  std::uint32_t passage = 0;  // number of the passage that it belongs to; 0: none
};

/// Breaks text into lines of a column: at white space, between Han and other wide characters, and inside words that are
/// longer than a line. White space of any kind becomes a space, a blank line a new line. Characters that a terminal
/// would interpret become U+FFFD.
class LineBreaker {
 public:
  /// `width` is at least 2.
  LineBreaker(std::uint32_t width, bool color, std::vector<ColumnLine>& lines)
      : width_(width), color_(color), lines_(lines) {}

  /// The passage that the following text belongs to: its number, and the colour of Ink::passage. Starts a new line.
  void begin_passage(std::uint32_t number);

  void add(std::string_view text, Ink ink);

  /// Starts a new line, unless the current one is empty.
  void end_line();

 private:
  /// A character and its combining marks.
  struct Glyph {
    std::string bytes;
    std::uint32_t code_point;
    std::uint32_t width;
    Ink ink;
  };

  void add_character(std::uint32_t code_point, Ink ink);
  void end_word();
  void write(const Glyph& glyph);
  void switch_ink(Ink ink);

  std::uint32_t width_;
  bool color_;
  std::vector<ColumnLine>& lines_;
  ColumnLine line_;
  Ink line_ink_ = Ink::plain;
  std::vector<Glyph> word_;
  std::uint32_t word_width_ = 0;
  bool space_before_word_ = false;
  Ink space_ink_ = Ink::plain;
  std::uint32_t passage_ = 0;
};

/// The escape code for the colour of a passage, or for none; for labels next to the text.
[[nodiscard]] std::string_view passage_color(std::uint32_t number);
inline constexpr std::string_view kColorOff = "\x1b[0m";

}  // namespace cento
