#include "align/diagonal_runs.hpp"

#include <algorithm>
#include <cstdlib>

#include "align/diagonals.hpp"

namespace cento {

namespace {

/// Sentences between two runs on a side; negative where they overlap.
std::int64_t sentences_between(std::uint32_t end, std::uint32_t begin) {
  return std::int64_t{begin} - std::int64_t{end};
}

/// On the side where the gap is smaller.
std::int64_t smaller_gap(const DiagonalRun& run, const DiagonalRun& next) {
  return std::min(sentences_between(run.end_a(), next.a), sentences_between(run.end_b(), next.b));
}

}  // namespace

bool may_follow(const DiagonalRun& run, const DiagonalRun& next, std::uint32_t max_gap) {
  const bool begins_behind = next.a > run.a && next.b > run.b;
  // |x − y| is the distance between the diagonals.
  return begins_behind && ends_behind(run, next) && smaller_gap(run, next) <= std::int64_t{max_gap} &&
         std::abs(next.offset() - run.offset()) <= std::int64_t{max_gap};
}

std::uint32_t overlap(const DiagonalRun& run, const DiagonalRun& next) {
  return static_cast<std::uint32_t>(std::max<std::int64_t>(0, -smaller_gap(run, next)));
}

void DiagonalRuns::make(std::span<const SentenceMatch> cells) {
  runs_.clear();
  sums_.clear();
  std::span<const SentenceMatch> rest = order_.sort(cells);
  sums_.push_back(0);
  for (const SentenceMatch& cell : rest) sums_.push_back(sums_.back() + whole_similarity(cell.similarity));
  const SentenceMatch* first = rest.data();
  while (!rest.empty()) {
    const std::size_t length = run_length(rest);
    runs_.push_back({rest.front().a, rest.front().b, static_cast<std::uint32_t>(length), 0,
                     static_cast<std::uint32_t>(rest.data() - first)});
    rest = rest.subspan(length);
  }
  number_diagonals();
}

void DiagonalRuns::make(const FoundRuns& found) {
  runs_.assign(found.runs.begin(), found.runs.end());
  std::sort(runs_.begin(), runs_.end(), [](const DiagonalRun& x, const DiagonalRun& y) {
    return x.offset() != y.offset() ? x.offset() < y.offset() : x.a < y.a;
  });
  const auto is_same = [](const DiagonalRun& x, const DiagonalRun& y) { return x.a == y.a && x.b == y.b; };
  runs_.erase(std::unique(runs_.begin(), runs_.end(), is_same), runs_.end());
  sums_.clear();
  if (!found.similarities.empty()) sums_.push_back(0);
  for (const float similarity : found.similarities) sums_.push_back(sums_.back() + whole_similarity(similarity));
  number_diagonals();
}

void DiagonalRuns::number_diagonals() {
  diagonal_begins_.clear();
  for (std::uint32_t run = 0; run < runs_.size(); ++run) {
    if (run == 0 || runs_[run].offset() != runs_[run - 1].offset()) diagonal_begins_.push_back(run);
    runs_[run].diagonal = static_cast<std::uint32_t>(diagonal_begins_.size() - 1);
  }
  diagonal_begins_.push_back(static_cast<std::uint32_t>(runs_.size()));
}

bool DiagonalRuns::is_near(std::size_t diagonal, std::size_t other, std::uint32_t max_gap) const {
  // Counting down from the first diagonal also gives a number that is too large.
  if (other >= diagonal_begins_.size() - 1) return false;
  const std::int64_t offset = runs_[diagonal_begins_[diagonal]].offset();
  return std::abs(runs_[diagonal_begins_[other]].offset() - offset) <= std::int64_t{max_gap};
}

}  // namespace cento
