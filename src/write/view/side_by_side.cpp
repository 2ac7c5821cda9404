#include "write/view/side_by_side.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "align/word_alignment.hpp"
#include "write/view/aligned_passages.hpp"
#include "write/view/line_breaker.hpp"
#include "write/view/passage_segments.hpp"

namespace cento {

namespace {

constexpr std::string_view kBetweenColumns = " │ ";
constexpr std::string_view kBesidePassage = "┃ ";
constexpr std::uint32_t kBesidePassageWidth = 2;
constexpr std::uint32_t kBetweenColumnsWidth = 3;

/// The tokens that begin in a stretch of a text: from the first to after the last.
std::pair<std::size_t, std::size_t> tokens_in(const AnalyzedText& text, const Span& bytes) {
  const auto& begins = text.tokens.begins;
  const auto first = std::lower_bound(begins.begin(), begins.end(), bytes.begin);
  const auto last = std::lower_bound(first, begins.end(), bytes.end);
  return {static_cast<std::size_t>(first - begins.begin()), static_cast<std::size_t>(last - begins.begin())};
}

std::span<const std::uint64_t> words_in(const AnalyzedText& text, const Span& bytes) {
  const auto [first, last] = tokens_in(text, bytes);
  return std::span(text.tokens.hashes).subspan(first, last - first);
}

WordAlignment align_passage(const ShownDocument& a, const ShownDocument& b, const PartPassage& found) {
  return align_words(words_in(a.analyzed[found.part_a], found.passage.a.bytes),
                     words_in(b.analyzed[found.part_b], found.passage.b.bytes));
}

/// Widths in columns.
struct Layout {
  Layout(const SideBySideOptions& options, std::size_t passages, bool has_overlaps)
      : label_width(static_cast<std::uint32_t>(fmt::formatted_size("{}", passages)) + (has_overlaps ? 1 : 0)),
        column_width((std::max(options.width, SideBySideOptions::kLeastWidth) - kBetweenColumnsWidth) / 2),
        text_width(column_width - label_width - kBesidePassageWidth) {}

  std::uint32_t label_width;
  std::uint32_t column_width;
  std::uint32_t text_width;
};

/// A line and its label.
struct LabelledLine {
  ColumnLine line;
  bool has_more = false;
};

/// One of the documents, turned into lines from its beginning on.
class Column {
 public:
  Column(const ShownDocument& document, std::vector<PassageStretch> passages, const SideBySideOptions& options)
      : document_(document),
        passages_(std::move(passages)),
        segments_(cut_at_passages(document.parts, passages_)),
        next_(segments_.begin()),
        options_(options) {}

  [[nodiscard]] bool has_overlaps() const {
    return std::any_of(segments_.begin(), segments_.end(), [](const PassageSegment& at) { return at.has_more; });
  }

  /// The lines before a passage, and then its own.
  std::vector<LabelledLine> lines_before(std::size_t passage, const Layout& layout) {
    return lines_up_to({passages_[passage].part, passages_[passage].bytes.begin}, layout);
  }
  std::vector<LabelledLine> lines_of(std::size_t passage, const Layout& layout) {
    return lines_up_to({passages_[passage].part, passages_[passage].bytes.end}, layout);
  }
  std::vector<LabelledLine> lines_to_the_end(const Layout& layout) {
    return lines_up_to({static_cast<std::uint32_t>(document_.parts.size()), 0}, layout);
  }

  /// Which words of a passage the other document also has; must be set for all passages before lines are requested.
  std::vector<PlainVector<std::uint8_t>> shared_words;

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // part, byte

  std::vector<LabelledLine> lines_up_to(const Place& end, const Layout& layout) {
    std::vector<LabelledLine> all;
    std::vector<ColumnLine> lines;
    for (; next_ != segments_.end() && Place(next_->part, next_->bytes.begin) < end; ++next_) {
      LineBreaker breaker(layout.text_width, options_.color, lines);
      add_heading(*next_, breaker);
      if (next_->passage != 0) {
        add_passage(*next_, breaker);
      } else {
        add_unshared(*next_, breaker);
      }
      breaker.end_line();
      for (ColumnLine& line : lines) all.push_back({std::move(line), next_->has_more});
      lines.clear();
    }
    return all;
  }

  void add_heading(const PassageSegment& segment, LineBreaker& breaker) const {
    if (document_.parts.size() == 1 || segment.bytes.begin != 0) return;
    breaker.add(fmt::format("[{}]", document_.parts[segment.part].name), Ink::faint);
    breaker.end_line();
  }

  void add_passage(const PassageSegment& segment, LineBreaker& breaker) const {
    breaker.begin_passage(segment.passage);
    const AnalyzedText& text = document_.analyzed[segment.part];
    const auto& shared = shared_words[segment.passage - 1];
    const std::size_t first_of_passage = tokens_in(text, passages_[segment.passage - 1].bytes).first;
    const auto [first, last] = tokens_in(text, segment.bytes);
    std::uint32_t done = segment.bytes.begin;
    for (std::size_t token = first; token < last;) {
      std::size_t end = token;
      while (end < last && shared[end - first_of_passage] == 0) ++end;
      if (end > token) {
        add(segment.part, {done, text.tokens.begins[token]}, Ink::passage, breaker);
        const Span changed{text.tokens.begins[token], std::min(text.tokens.ends[end - 1], segment.bytes.end)};
        add_changed(segment.part, changed, breaker);
        done = changed.end;
      }
      token = end + 1;
    }
    add(segment.part, {done, segment.bytes.end}, Ink::passage, breaker);
  }

  void add_changed(std::uint32_t part, const Span& bytes, LineBreaker& breaker) const {
    if (!options_.color) breaker.add("{", Ink::changed);
    add(part, bytes, Ink::changed, breaker);
    if (!options_.color) breaker.add("}", Ink::changed);
  }

  /// Shortened to the sentences next to passages.
  void add_unshared(const PassageSegment& segment, LineBreaker& breaker) const {
    const auto [first, last] = sentences_in(segment);
    const std::size_t count = last - first;
    const bool follows_passage = segment.bytes.begin != 0;
    const bool precedes_passage = segment.bytes.end != document_.parts[segment.part].text.size();
    const std::size_t shown_first = follows_passage || !precedes_passage ? options_.context_sentences : 0;
    const std::size_t shown_last = precedes_passage ? options_.context_sentences : 0;
    if (options_.whole || count <= shown_first + shown_last + 1) return add_sentences(segment, first, last, breaker);
    add_sentences(segment, first, first + shown_first, breaker);
    breaker.end_line();
    breaker.add(fmt::format("⋯ {} sentences", count - shown_first - shown_last), Ink::faint);
    breaker.end_line();
    add_sentences(segment, last - shown_last, last, breaker);
  }

  /// Those that have bytes in the segment.
  [[nodiscard]] std::pair<std::size_t, std::size_t> sentences_in(const PassageSegment& segment) const {
    const auto& all = document_.analyzed[segment.part].sentences;
    const auto first = std::partition_point(
        all.begin(), all.end(), [&](const Sentence& sentence) { return sentence.bytes.end <= segment.bytes.begin; });
    const auto last = std::partition_point(
        first, all.end(), [&](const Sentence& sentence) { return sentence.bytes.begin < segment.bytes.end; });
    return {static_cast<std::size_t>(first - all.begin()), static_cast<std::size_t>(last - all.begin())};
  }

  void add_sentences(const PassageSegment& segment, std::size_t first, std::size_t last, LineBreaker& breaker) const {
    if (first == last) return;
    const auto& all = document_.analyzed[segment.part].sentences;
    const Span bytes{std::max(all[first].bytes.begin, segment.bytes.begin),
                     std::min(all[last - 1].bytes.end, segment.bytes.end)};
    add(segment.part, bytes, Ink::plain, breaker);
  }

  void add(std::uint32_t part, const Span& bytes, Ink ink, LineBreaker& breaker) const {
    breaker.add(bytes.of(document_.parts[part].text), ink);
  }

  const ShownDocument& document_;
  std::vector<PassageStretch> passages_;
  std::vector<PassageSegment> segments_;
  std::vector<PassageSegment>::const_iterator next_;
  const SideBySideOptions& options_;
};

/// Both columns, row by row.
class Page {
 public:
  Page(std::string& out, const Layout& layout, bool color) : out_(out), layout_(layout), color_(color) {}

  /// The lines side by side, and an empty row before them unless they are the first.
  void add_block(const std::vector<LabelledLine>& a, const std::vector<LabelledLine>& b) {
    const std::size_t rows = std::max(a.size(), b.size());
    if (rows == 0) return;
    if (has_rows_) add_row(nullptr, nullptr);
    for (std::size_t i = 0; i < rows; ++i) {
      add_row(i < a.size() ? &a[i] : nullptr, i < b.size() ? &b[i] : nullptr);
    }
  }

 private:
  void add_row(const LabelledLine* a, const LabelledLine* b) {
    has_rows_ = true;
    const std::uint32_t width = a == nullptr ? 0 : add_line(*a);
    out_.append(layout_.column_width - width, ' ');
    out_ += kBetweenColumns;
    if (b != nullptr) add_line(*b);
    while (out_.back() == ' ') out_.pop_back();
    out_.push_back('\n');
  }

  std::uint32_t add_line(const LabelledLine& labelled) {
    const std::uint32_t number = labelled.line.passage;
    if (number == 0) {
      out_.append(layout_.label_width + kBesidePassageWidth, ' ');
    } else {
      if (color_) out_ += passage_color(number);
      const std::string label = fmt::format("{}{}", number, labelled.has_more ? "+" : "");
      out_ += fmt::format("{:>{}}", label, layout_.label_width);
      out_ += kBesidePassage;
      if (color_) out_ += kColorOff;
    }
    out_ += labelled.line.text;
    return layout_.label_width + kBesidePassageWidth + labelled.line.width;
  }

  std::string& out_;
  const Layout& layout_;
  bool color_;
  bool has_rows_ = false;
};

}  // namespace

void append_side_by_side(std::string& out, const ShownDocument& a, const ShownDocument& b,
                         std::span<const PartPassage> passages, const SideBySideOptions& options) {
  Column left(a, stretches_in_a(passages), options);
  Column right(b, stretches_in_b(passages), options);
  for (const PartPassage& passage : passages) {
    WordAlignment words = align_passage(a, b, passage);
    left.shared_words.push_back(std::move(words.a));
    right.shared_words.push_back(std::move(words.b));
  }
  const Layout layout(options, passages.size(), left.has_overlaps() || right.has_overlaps());
  Page page(out, layout, options.color);
  for (const std::size_t passage : aligned_passages(passages)) {
    page.add_block(left.lines_before(passage, layout), right.lines_before(passage, layout));
    page.add_block(left.lines_of(passage, layout), right.lines_of(passage, layout));
  }
  page.add_block(left.lines_to_the_end(layout), right.lines_to_the_end(layout));
}

std::uint64_t changed_words(const ShownDocument& a, const ShownDocument& b, const PartPassage& passage) {
  const WordAlignment words = align_passage(a, b, passage);
  return static_cast<std::uint64_t>(
      std::max(std::count(words.a.begin(), words.a.end(), 0), std::count(words.b.begin(), words.b.end(), 0)));
}

void append_columns(std::string& out, std::string_view a, std::string_view b, const SideBySideOptions& options) {
  const Layout layout(options, 0, false);
  std::vector<ColumnLine> left;
  std::vector<ColumnLine> right;
  for (const auto& [text, lines] : {std::pair(a, &left), std::pair(b, &right)}) {
    LineBreaker breaker(layout.column_width, false, *lines);
    breaker.add(text, Ink::plain);
    breaker.end_line();
  }
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const std::uint32_t width = i < left.size() ? left[i].width : 0;
    if (i < left.size()) out += left[i].text;
    out.append(layout.column_width - width, ' ');
    out += kBetweenColumns;
    if (i < right.size()) out += right[i].text;
    while (out.back() == ' ') out.pop_back();
    out.push_back('\n');
  }
}

}  // namespace cento
