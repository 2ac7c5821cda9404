#include "read/paragraph_cutter.hpp"

#include <algorithm>
#include <cstring>

#include "read/input/oversize.hpp"
#include "read/line_cutter.hpp"

namespace cento {

namespace {

constexpr std::size_t kLineStepBytes = std::size_t{64} << 10;
constexpr std::uint64_t kLongestParagraph = std::uint64_t{1} << 40;  // keeps sums far from overflow

bool is_white_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

bool is_blank(std::string_view line) {
  return std::all_of(line.begin(), line.end(), is_white_space);
}

/// The line that begins at `begin`, without its end.
std::string_view line_at(std::string_view text, std::size_t begin) {
  const std::string_view rest = text.substr(begin);
  return rest.substr(0, rest.find('\n'));
}

/// Where the last blank line that ends in `window` begins; 0 when there is none. The line ends before `searched` are
/// known not to end a blank line.
std::size_t last_blank_line(std::string_view window, std::size_t searched) {
  std::size_t end = window.size();
  while (end > searched) {
    const auto* last = static_cast<const char*>(::memrchr(window.data() + searched, '\n', end - searched));
    if (last == nullptr) return 0;
    end = static_cast<std::size_t>(last - window.data());
    std::size_t begin = end;
    while (begin > 0 && is_white_space(window[begin - 1])) --begin;
    if (begin > 0 && window[begin - 1] == '\n') return begin;
  }
  return 0;
}

}  // namespace

Paragraph next_paragraph(std::string_view text, std::size_t begin) {
  std::uint64_t lines = 0;
  while (begin < text.size() && is_blank(line_at(text, begin))) {
    begin = std::min(begin + line_at(text, begin).size() + 1, text.size());
    ++lines;
  }
  std::size_t end = begin;
  for (std::size_t next = begin; next < text.size() && !is_blank(line_at(text, next));) {
    end = next + line_at(text, next).size();
    next = std::min(end + 1, text.size());
  }
  std::string_view paragraph = text.substr(begin, end - begin);
  if (paragraph.ends_with('\r')) paragraph.remove_suffix(1);
  return {paragraph, lines, end};
}

bool ParagraphCutter::cut(Input& in, DocumentBatch& batch) {
  skip_blank_lines(in);
  const std::uint64_t longest =
      std::max<std::uint64_t>(block_bytes_, std::min(max_paragraph_bytes_, kLongestParagraph));
  std::size_t wanted = block_bytes_;
  std::size_t searched = 0;  // bytes known to hold no blank line
  for (;;) {
    const std::string_view window = in.peek(wanted).substr(0, wanted);
    if (window.empty()) return false;
    const std::size_t size = window.size() < wanted ? window.size() : last_blank_line(window, searched);
    if (size != 0) {
      batch.block.place = {in.file(), next_line_, in.offset()};
      batch.block.bytes.append(window.substr(0, size));
      next_line_ += count_line_ends(window.substr(0, size));
      in.consume(size);
      return true;
    }
    if (window.size() > longest) {
      skip_long_paragraph(in, batch);
      return true;
    }
    searched = window.size();
    wanted = std::min<std::uint64_t>(std::uint64_t{2} * wanted, longest + 1);
  }
}

void ParagraphCutter::skip_blank_lines(Input& in) {
  std::size_t wanted = 1;
  while (wanted <= kLineStepBytes) {
    const std::string_view window = in.peek(wanted);
    const std::size_t text = window.find_first_not_of(" \t\r\f\v\n");
    const std::size_t last_end = window.substr(0, text).rfind('\n');
    if (last_end == std::string_view::npos) {
      // White space after the last line end may belong to a line of text that is not in the window yet.
      if (text != std::string_view::npos || window.size() < wanted) return;
      wanted = window.size() + 1;
      continue;
    }
    next_line_ += count_line_ends(window.substr(0, last_end + 1));
    in.consume(last_end + 1);
    wanted = 1;
  }
}

void ParagraphCutter::skip_long_paragraph(Input& in, DocumentBatch& batch) {
  const Place place{in.file(), next_line_, in.offset()};
  batch.block.place = place;
  const std::string_view shown = batch.arena.store(in.peek(1).substr(0, kShownOfOversize));
  std::uint64_t size = 0;
  for (;;) {
    const std::string_view window = in.peek(kLineStepBytes);
    if (window.empty() || (window.find('\n') != std::string_view::npos && is_blank(line_at(window, 0)))) break;
    size = in.offset() - place.byte;
    size += LineCutter::skip_line(in);
    ++next_line_;
  }
  batch.reject(place, oversize_reason("paragraph", size, max_paragraph_bytes_), shown.substr(0, size));
  batch.rejected.back().full_size_bytes = size;
  batch.rejected.back().record = {place.byte, in.offset()};
}

}  // namespace cento
