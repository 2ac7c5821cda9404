#include "methods/pdc/content_matcher.hpp"

#include <algorithm>
#include <bit>

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
// Cells examined for a pair of contents, with more for long ones, whose diagonals are long. Only very repetitive texts
// need more.
constexpr std::uint64_t kLooks = std::uint64_t{1} << 24U;
constexpr std::uint64_t kLooksPerSentence = 16;
constexpr std::uint64_t kLooksPerCell = 4;     // a cell that is part of a run also takes memory
constexpr std::size_t kRunsPerFilterWord = 4;  // so that at most 1 in 16 hashes is a false positive

std::uint64_t hash_of(std::uint32_t sentence_class) {
  return sentence_class * kGoldenStep >> 32U;
}

std::uint32_t hash_of_run(const std::uint32_t* classes, std::uint32_t count) {
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < count; ++i) hash = (hash + classes[i]) * kGoldenStep;
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(hash >> 32U));
}

std::uint32_t name_of(std::uint32_t sentence_class) {
  return sentence_class & ~SentenceSequence::kRepeats;
}

bool repeats(std::uint32_t sentence_class) {
  return (sentence_class & SentenceSequence::kRepeats) != 0;
}

/// Whether a chain may skip this many sentences on the two sides, as in may_follow() of diagonal_runs.hpp.
bool may_be_gap(std::uint32_t rows, std::uint32_t columns, std::uint32_t most) {
  const auto [smaller, larger] = std::minmax(rows, columns);
  return smaller <= most && larger - smaller <= most;
}

}  // namespace

void hash_runs(std::span<const std::uint32_t> classes, std::uint32_t least, std::span<std::uint32_t> hashes) {
  std::uint32_t run = 0;  // sentences from here on that repeat
  for (std::size_t i = classes.size(); i-- > 0;) {
    run = repeats(classes[i]) ? run + 1 : 0;
    hashes[i] = run < least ? 0 : hash_of_run(&classes[i], least);
  }
}

ContentMatcher::ContentMatcher(const NearClasses& near, const ChainOptions& chains, CellChoice choice)
    : near_(near), least_(chains.min_sentences), choice_(choice) {
  const std::uint32_t most = chains.max_gap;
  for (std::uint32_t sum = 1; sum <= 3 * most; ++sum) {
    for (std::uint32_t rows = 0; rows <= sum; ++rows) {
      if (may_be_gap(rows, sum - rows, most)) gaps_.push_back({rows, sum - rows});
    }
  }
}

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

void ContentMatcher::RunFilter::start(std::uint32_t runs) {
  words_.resize(std::bit_ceil(std::size_t{runs} / kRunsPerFilterWord + 1));
  std::fill(words_.begin(), words_.end(), 0);
}

void ContentMatcher::set_rows(const MatchedText& text) {
  rows_ = text.classes.data();
  row_runs_ = text.runs.data();
  row_count_ = static_cast<std::uint32_t>(text.classes.size());
  if (!near_.empty()) near_sentences_.start(row_count_);
  runs_.start(row_count_);
  run_filter_.start(row_count_);
  for (std::uint32_t row = row_count_; row-- > 0;) {
    if (near_.has(name_of(rows_[row]))) near_sentences_.add_front(hash_of(name_of(rows_[row])), row);
    if (text.runs[row] == 0) continue;
    runs_.add_front(text.runs[row], row);
    run_filter_.add(text.runs[row]);
  }
}

void ContentMatcher::set_columns(const MatchedText& text) {
  columns_ = text.classes.data();
  column_runs_ = text.runs.data();
  column_count_ = static_cast<std::uint32_t>(text.classes.size());
  is_self_ = columns_ == rows_;
}

bool ContentMatcher::is_cell(std::uint32_t row, std::uint32_t column) const {
  if (rows_[row] == columns_[column]) return true;
  return !near_.empty() && near_.similarity(name_of(rows_[row]), name_of(columns_[column])) > 0;
}

/// Whether the same `least_` sentences begin here.
bool ContentMatcher::is_same_run(std::uint32_t row, std::uint32_t column) const {
  if (row_runs_[row] != column_runs_[column]) return false;
  std::uint32_t same = 0;
  while (same < least_ && rows_[row + same] == columns_[column + same]) ++same;
  return same == least_;
}

/// The column after the longest run through a cell.
std::uint32_t ContentMatcher::end_through(std::uint32_t row, std::uint32_t column) {
  const std::uint32_t most = std::min(row_count_ - row, column_count_ - column);
  std::uint32_t length = 1;
  while (length < most && is_cell(row + length, column + length)) ++length;
  looks_left_ -= std::min(looks_left_, kLooksPerCell * length);
  return column + length;
}

/// The longest run through a cell.
ContentMatcher::Run ContentMatcher::run_through(std::uint32_t row, std::uint32_t column) {
  const std::uint32_t most = std::min(row, column);
  std::uint32_t before = 0;
  while (before < most && is_cell(row - before - 1, column - before - 1)) ++before;
  looks_left_ -= std::min(looks_left_, kLooksPerCell * before);
  return {row - before, column - before, end_through(row, column) - (column - before)};
}

void ContentMatcher::add_run(const Run& run, FoundRuns& found) {
  found.runs.push_back({run.row, run.column, run.length, 0, static_cast<std::uint32_t>(found.similarities.size())});
  if (near_.empty()) return;
  for (std::uint32_t i = 0; i < run.length; ++i) {
    const std::uint32_t row_class = rows_[run.row + i];
    const std::uint32_t column_class = columns_[run.column + i];
    const bool is_same = row_class == column_class;
    found.similarities.push_back(is_same ? 1 : near_.similarity(name_of(row_class), name_of(column_class)));
  }
}

/// The nearest run that a chain may continue with; of length 0 if there is none.
ContentMatcher::Run ContentMatcher::next_run(const Run& run, Direction direction) {
  for (const Gap& gap : gaps_) {
    if (direction == Direction::behind) {
      const std::uint32_t row = run.row + run.length + gap.rows;
      const std::uint32_t column = run.column + run.length + gap.columns;
      if (row < row_count_ && column < column_count_ && is_cell(row, column)) return run_through(row, column);
    } else if (run.row > gap.rows && run.column > gap.columns) {
      const std::uint32_t row = run.row - gap.rows - 1;
      const std::uint32_t column = run.column - gap.columns - 1;
      if (is_cell(row, column)) return run_through(row, column);
    }
  }
  return {};
}

/// Adds the runs that a chain continues with, up to the next long one: that is chosen anyway, or shadowed by one that
/// is.
void ContentMatcher::add_chain_of(Run run, Direction direction, FoundRuns& found) {
  do {
    run = next_run(run, direction);
    if (run.length == 0 || (is_self_ && run.row >= run.column)) return;
    add_run(run, found);
  } while (run.length < least_);
}

void ContentMatcher::add_with_neighbours(const Run& run, FoundRuns& found) {
  add_run(run, found);
  add_chain_of(run, Direction::behind, found);
  add_chain_of(run, Direction::before, found);
}

bool ContentMatcher::may_look() {
  if (looks_left_ == 0) {
    ++capped_;
    return false;
  }
  --looks_left_;
  return true;
}

void ContentMatcher::list_shared_columns() {
  shared_columns_.resize(column_count_);
  const RunFilter::Words filter = run_filter_.words();
  const std::uint32_t* const runs = column_runs_;
  std::uint32_t* const columns = shared_columns_.data();
  const std::uint32_t last = column_count_ < least_ ? 0 : column_count_ - least_ + 1;
  std::size_t count = 0;
  for (std::uint32_t column = 0; column < last; ++column) {
    columns[count] = column;
    count += filter.may_have(runs[column]) ? 1 : 0;
  }
  shared_columns_.resize(count);
}

void ContentMatcher::match_all(FoundRuns& found) {
  for (const std::uint32_t column : shared_columns_) {
    for (std::uint32_t row = runs_.first(column_runs_[column]); row != kNone; row = runs_.next[row]) {
      if (is_self_ && row >= column) break;
      if (!may_look()) break;
      if (!is_same_run(row, column)) continue;
      if (row > 0 && column > 0 && rows_[row - 1] == columns_[column - 1]) continue;  // it begins earlier
      add_with_neighbours(run_through(row, column), found);
    }
  }
}

/// Of the runs that begin with `least_` equal sentences in this column or earlier, the one that reaches farthest; of
/// length 0 if there is none.
ContentMatcher::Run ContentMatcher::farthest_through(std::uint32_t column) {
  std::uint32_t farthest = kNone;  // row
  std::uint32_t end = column;
  for (std::uint32_t row = runs_.first(column_runs_[column]); row != kNone; row = runs_.next[row]) {
    if (is_self_ && row >= column) break;
    if (!may_look()) break;
    const std::uint32_t row_at_end = row + (end - column);
    if (row_at_end >= row_count_ || !is_cell(row_at_end, end)) continue;  // it ends earlier, as most do
    if (!is_same_run(row, column)) continue;
    const std::uint32_t reached = end_through(row, column);
    if (reached > end) {
      farthest = row;
      end = reached;
    }
    if (end == column_count_) break;
  }
  return farthest == kNone ? Run() : run_through(farthest, column);
}

void ContentMatcher::cover(FoundRuns& found) {
  if (!near_.empty()) is_covered_.assign(column_count_, 0);
  std::uint32_t covered = 0;  // all coverable columns before this are covered
  std::uint32_t next = 0;     // first column of a run that may reach farther
  for (const std::uint32_t column : shared_columns_) {
    if (column < next) continue;
    const Run run = farthest_through(column);
    if (run.length == 0 || run.end() <= covered) continue;
    add_with_neighbours(run, found);
    if (!near_.empty()) std::fill_n(is_covered_.begin() + run.column, run.length, 1);
    covered = run.end();
    next = covered - least_ + 1;  // a run that reaches farther contains the one that begins here
  }
}

/// Whether the run through this cell has near but unequal cells before it.
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

/// The long runs whose first near but unequal cell is in this column.
void ContentMatcher::add_near(std::uint32_t column, FoundRuns& found) {
  for (const NearClasses::Neighbour& neighbour : near_.of(name_of(columns_[column]))) {
    for (std::uint32_t row = near_sentences_.first(hash_of(neighbour.name)); row != kNone;
         row = near_sentences_.next[row]) {
      if (is_self_ && row >= column) break;
      if (!may_look()) return;
      if (name_of(rows_[row]) != neighbour.name || is_near_before(row, column)) continue;
      const Run run = run_through(row, column);
      if (run.length < least_) continue;
      if (choice_ == CellChoice::all || has_uncovered(run)) add_with_neighbours(run, found);
    }
  }
}

void ContentMatcher::match(const MatchedText& text, FoundRuns& found) {
  std::uint64_t reserve = kLooks;
  match(text, found, reserve);
}

void ContentMatcher::match(const MatchedText& text, FoundRuns& found, std::uint64_t& reserve) {
  found.clear();
  set_columns(text);
  looks_left_ = reserve + kLooksPerSentence * (std::uint64_t{row_count_} + column_count_);
  list_shared_columns();
  if (choice_ == CellChoice::all) {
    match_all(found);
  } else {
    cover(found);
  }
  for (std::uint32_t column = 0; column < column_count_ && !near_.empty(); ++column) {
    if (near_.has(name_of(columns_[column]))) add_near(column, found);
  }
  reserve = std::min(reserve, looks_left_);
}

}  // namespace cento
