#include "write/view/line_breaker.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/terminal_text.hpp"
#include "core/utf8.hpp"
#include "text/sentence/sentence_characters.hpp"
#include "write/view/display_width.hpp"

namespace cento {

namespace {

/// Readable on dark and light backgrounds; neighbours differ for most people who confuse red and green.
constexpr std::array<std::string_view, 5> kPassageColors = {"\x1b[36m", "\x1b[33m", "\x1b[35m", "\x1b[32m", "\x1b[34m"};
constexpr std::string_view kFaint = "\x1b[2m";
constexpr std::string_view kChanged = "\x1b[1;4m";

constexpr int kLineFeedsOfABlankLine = 2;

}  // namespace

std::string_view passage_color(std::uint32_t number) {
  return kPassageColors[(number - 1) % kPassageColors.size()];
}

void LineBreaker::begin_passage(std::uint32_t number) {
  end_line();
  passage_ = number;
}

void LineBreaker::add(std::string_view text, Ink ink) {
  int line_feeds = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = code_point_at(text, at);
    at += next.length;
    if (!is_white_space(next.value)) {
      add_character(next.value, ink);
      line_feeds = 0;
      continue;
    }
    end_word();
    space_before_word_ = true;
    space_ink_ = ink;
    line_feeds += next.value == '\n' ? 1 : 0;
    if (line_feeds == kLineFeedsOfABlankLine) end_line();
  }
}

void LineBreaker::add_character(std::uint32_t code_point, Ink ink) {
  const std::uint32_t shown = is_unsafe_to_show(code_point) ? kReplacementCharacter : code_point;
  const std::uint32_t width = display_width(shown);
  if (width == 0 && !word_.empty()) return append_utf8(word_.back().bytes, shown);
  const bool may_break = !word_.empty() && may_break_between(word_.back().code_point, shown);
  if (may_break || word_width_ + width > width_) end_word();
  Glyph& glyph = word_.emplace_back(Glyph{{}, shown, width, ink});
  append_utf8(glyph.bytes, shown);
  word_width_ += width;
}

void LineBreaker::end_word() {
  if (word_.empty()) return;
  const std::uint32_t space = space_before_word_ && line_.width > 0 ? 1 : 0;
  if (line_.width + space + word_width_ > width_) {
    std::vector<Glyph> word = std::move(word_);
    word_.clear();
    end_line();
    word_ = std::move(word);
  } else if (space > 0) {
    write({" ", ' ', 1, space_ink_});
  }
  for (const Glyph& glyph : word_) write(glyph);
  word_.clear();
  word_width_ = 0;
  space_before_word_ = false;
}

void LineBreaker::write(const Glyph& glyph) {
  switch_ink(glyph.ink);
  line_.text += glyph.bytes;
  line_.width += glyph.width;
}

void LineBreaker::switch_ink(Ink ink) {
  if (!color_ || ink == line_ink_) return;
  if (line_ink_ != Ink::plain) line_.text += kColorOff;
  if (ink == Ink::faint) line_.text += kFaint;
  if (ink == Ink::changed) line_.text += kChanged;
  if (ink == Ink::passage) line_.text += passage_color(std::max(1U, passage_));
  line_ink_ = ink;
}

void LineBreaker::end_line() {
  end_word();
  space_before_word_ = false;
  if (line_.text.empty()) return;
  switch_ink(Ink::plain);
  line_.passage = passage_;
  lines_.push_back(std::move(line_));
  line_ = {};
}

}  // namespace cento
