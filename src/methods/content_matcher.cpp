#include "methods/content_matcher.hpp"

#include <algorithm>
#include <bit>

#include "sign/mix64.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
// Cells that are looked at for a pair of contents: so many, and more for long ones, whose diagonals are long. Only
// texts that repeat themselves again and again need more.
constexpr std::uint64_t kLooks = std::uint64_t{1} << 24U;
constexpr std::uint64_t kLooksPerSentence = 16;
constexpr std::uint64_t kLooksPerCell = 4;  // one that is part of a run takes memory, too

std::uint64_t hash_of(std::uint32_t sentence_class) {
  return sentence_class * kGoldenStep >> 32U;
}

std::uint64_t hash_of_run(const std::uint32_t* classes, std::uint32_t count) {
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < count; ++i) hash = (hash + classes[i]) * kGoldenStep;
  return hash >> 32U;
}

std::uint32_t name_of(std::uint32_t sentence_class) {
  return sentence_class & ~SentenceSequence::kRepeats;
}

bool repeats(std::uint32_t sentence_class) {
  return (sentence_class & SentenceSequence::kRepeats) != 0;
}

bool all_repeat(const std::uint32_t* classes, std::uint32_t count) {
  return std::all_of(classes, classes + count, repeats);
}

}  // namespace

void ContentMatcher::RowTable::start(std::uint32_t rows) {
  slots.resize(std::bit_ceil(std::size_t{rows} * 2 + 1));
  std::fill(slots.begin(), slots.end(), kNone);
  next.resize(rows);
}

void ContentMatcher::RowTable::add_front(std::uint64_t hash, std::uint32_t row) {
  std::uint32_t& first_row = slots[hash & (slots.size() - 1)];
  next[row] = first_row;
  first_row = row;
}

void ContentMatcher::set_rows(ContentId content) {
  row_content_ = content;
  rows_ = sequence_.classes().data() + sequence_.begin_of(content);
  row_count_ = sequence_.sentences_of(content);
  if (!near_.empty()) near_sentences_.start(row_count_);
  runs_.start(row_count_);
  std::uint32_t run = 0;  // sentences from here on that repeat
  for (std::uint32_t row = row_count_; row-- > 0;) {
    run = repeats(rows_[row]) ? run + 1 : 0;
    if (near_.has(name_of(rows_[row]))) near_sentences_.add_front(hash_of(name_of(rows_[row])), row);
    if (run >= least_) runs_.add_front(hash_of_run(rows_ + row, least_), row);
  }
}

void ContentMatcher::set_columns(ContentId content) {
  columns_ = sequence_.classes().data() + sequence_.begin_of(content);
  column_count_ = sequence_.sentences_of(content);
  is_self_ = content == row_content_;
  looks_left_ = kLooks + kLooksPerSentence * (std::uint64_t{row_count_} + column_count_);
}

bool ContentMatcher::is_cell(std::uint32_t row, std::uint32_t column) const {
  if (rows_[row] == columns_[column]) return true;
  return !near_.empty() && near_.similarity(name_of(rows_[row]), name_of(columns_[column])) > 0;
}

/// The longest run through a cell.
ContentMatcher::Run ContentMatcher::run_through(std::uint32_t row, std::uint32_t column) {
  std::uint32_t before = 0;
  while (before < row && before < column && is_cell(row - before - 1, column - before - 1)) ++before;
  Run run{row - before, column - before, before + 1};
  const std::uint32_t most = std::min(row_count_ - run.row, column_count_ - run.column);
  while (run.length < most && is_cell(run.row + run.length, run.column + run.length)) ++run.length;
  looks_left_ -= std::min(looks_left_, kLooksPerCell * run.length);
  return run;
}

void ContentMatcher::add_run(const Run& run, PlainVector<SentenceMatch>& cells) {
  ++run_count_;
  for (std::uint32_t i = 0; i < run.length; ++i) {
    const std::uint32_t row = run.row + i;
    const std::uint32_t column = run.column + i;
    const bool is_same = rows_[row] == columns_[column];
    cells.push_back({row, column, is_same ? 1 : near_.similarity(name_of(rows_[row]), name_of(columns_[column]))});
  }
}

/// The nearest run that a chain may go on with behind this one; of length 0 if there is none. What x and y sentences of
/// a gap may be is said at DiagonalRuns.
ContentMatcher::Run ContentMatcher::next_behind(const Run& run) {
  for (std::uint32_t sum = 1; sum <= 3 * max_gap_; ++sum) {
    for (std::uint32_t x = sum > 2 * max_gap_ ? sum - 2 * max_gap_ : 0; x <= std::min(sum, 2 * max_gap_); ++x) {
      const std::uint32_t y = sum - x;
      if (std::min(x, y) > max_gap_ || std::max(x, y) - std::min(x, y) > max_gap_) continue;
      const std::uint32_t row = run.row + run.length + x;
      const std::uint32_t column = run.column + run.length + y;
      if (row < row_count_ && column < column_count_ && is_cell(row, column)) return run_through(row, column);
    }
  }
  return {};
}

ContentMatcher::Run ContentMatcher::next_before(const Run& run) {
  for (std::uint32_t sum = 1; sum <= 3 * max_gap_; ++sum) {
    for (std::uint32_t x = sum > 2 * max_gap_ ? sum - 2 * max_gap_ : 0; x <= std::min(sum, 2 * max_gap_); ++x) {
      const std::uint32_t y = sum - x;
      if (std::min(x, y) > max_gap_ || std::max(x, y) - std::min(x, y) > max_gap_) continue;
      if (run.row > x && run.column > y && is_cell(run.row - x - 1, run.column - y - 1)) {
        return run_through(run.row - x - 1, run.column - y - 1);
      }
    }
  }
  return {};
}

/// The run and those that a chain through it goes on with, in both directions, up to the next long ones: these are
/// chosen anyway, or hide behind such.
void ContentMatcher::add_with_neighbours(const Run& run, PlainVector<SentenceMatch>& cells) {
  add_run(run, cells);
  for (Run next = next_behind(run); next.length > 0; next = next_behind(next)) {
    if (is_self_ && next.row >= next.column) break;
    add_run(next, cells);
    if (next.length >= least_) break;
  }
  for (Run next = next_before(run); next.length > 0; next = next_before(next)) {
    if (is_self_ && next.row >= next.column) break;
    add_run(next, cells);
    if (next.length >= least_) break;
  }
}

bool ContentMatcher::may_look() {
  if (looks_left_ == 0) {
    ++capped_;
    return false;
  }
  --looks_left_;
  return true;
}

void ContentMatcher::match_all(PlainVector<SentenceMatch>& cells) {
  for (std::uint32_t column = 0; column + least_ <= column_count_; ++column) {
    const std::uint32_t* sentences = columns_ + column;
    if (!all_repeat(sentences, least_)) continue;
    for (std::uint32_t row = runs_.first(hash_of_run(sentences, least_)); row != kNone; row = runs_.next[row]) {
      if (is_self_ && row >= column) break;
      if (!may_look()) break;
      if (!std::equal(sentences, sentences + least_, rows_ + row)) continue;
      if (row > 0 && column > 0 && rows_[row - 1] == columns_[column - 1]) continue;  // it begins before
      add_with_neighbours(run_through(row, column), cells);
    }
  }
}

/// Of the runs that begin with `least_` equal sentences in this column or before, the one that reaches farthest; of
/// length 0 if there is none.
ContentMatcher::Run ContentMatcher::farthest_through(std::uint32_t column) {
  Run farthest;
  const std::uint32_t* sentences = columns_ + column;
  for (std::uint32_t row = runs_.first(hash_of_run(sentences, least_)); row != kNone; row = runs_.next[row]) {
    if (is_self_ && row >= column) break;
    if (!may_look()) break;
    if (!std::equal(sentences, sentences + least_, rows_ + row)) continue;
    const Run run = run_through(row, column);
    if (run.end() > farthest.end()) farthest = run;
    if (run.end() == column_count_) break;
  }
  return farthest;
}

void ContentMatcher::cover(PlainVector<SentenceMatch>& cells) {
  if (!near_.empty()) is_covered_.assign(column_count_, 0);
  std::uint32_t covered = 0;  // columns before this that can be are covered
  for (std::uint32_t column = 0; column + least_ <= column_count_; ++column) {
    if (!all_repeat(columns_ + column, least_)) continue;
    const Run run = farthest_through(column);
    if (run.length == 0 || run.end() <= covered) continue;
    add_with_neighbours(run, cells);
    if (!near_.empty()) std::fill_n(is_covered_.begin() + run.column, run.length, 1);
    covered = run.end();
    column = std::max(column, covered - least_);  // what reaches farther holds the run that begins next
  }
}

/// Whether a run has cells that are near but not equal before this one.
bool ContentMatcher::is_near_before(std::uint32_t row, std::uint32_t column) {
  std::uint32_t before = 0;
  const std::uint32_t most = std::min(row, column);
  while (before < most && rows_[row - before - 1] == columns_[column - before - 1]) ++before;
  looks_left_ -= std::min<std::uint64_t>(looks_left_, before);
  return before < most && is_cell(row - before - 1, column - before - 1);
}

bool ContentMatcher::has_uncovered(const Run& run) const {
  const auto first = is_covered_.begin() + run.column;
  return std::find(first, first + run.length, 0) != first + run.length;
}

/// The long runs whose first cell that is near but not equal is in this column.
void ContentMatcher::add_near(std::uint32_t column, PlainVector<SentenceMatch>& cells) {
  for (const NearClasses::Neighbour& neighbour : near_.of(name_of(columns_[column]))) {
    for (std::uint32_t row = near_sentences_.first(hash_of(neighbour.name)); row != kNone;
         row = near_sentences_.next[row]) {
      if (is_self_ && row >= column) break;
      if (!may_look()) return;
      if (name_of(rows_[row]) != neighbour.name || is_near_before(row, column)) continue;
      const Run run = run_through(row, column);
      if (run.length < least_) continue;
      if (choice_ == CellChoice::all || has_uncovered(run)) add_with_neighbours(run, cells);
    }
  }
}

void ContentMatcher::match(ContentId content, PlainVector<SentenceMatch>& cells) {
  cells.clear();
  run_count_ = 0;
  set_columns(content);
  if (choice_ == CellChoice::all) {
    match_all(cells);
  } else {
    cover(cells);
  }
  for (std::uint32_t column = 0; column < column_count_ && !near_.empty(); ++column) {
    if (near_.has(name_of(columns_[column]))) add_near(column, cells);
  }
}

}  // namespace cento
