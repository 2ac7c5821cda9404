#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "align/diagonal_order.hpp"
#include "align/sentence_match.hpp"
#include "core/memory/plain_vector.hpp"

namespace cento {

/// A maximal run of cells (a, b), (a + 1, b + 1), …
struct DiagonalRun {
  std::uint32_t a = 0;  // its first cell
  std::uint32_t b = 0;
  std::uint32_t length = 0;
  std::uint32_t diagonal = 0;    // number of its diagonal among those that have cells
  std::uint32_t first_cell = 0;  // index of its first similarity

  [[nodiscard]] std::uint32_t end_a() const { return a + length; }
  [[nodiscard]] std::uint32_t end_b() const { return b + length; }
  /// b − a.
  [[nodiscard]] std::int64_t offset() const { return std::int64_t{b} - std::int64_t{a}; }
};

/// Whether `next` ends after `run` on both sides.
[[nodiscard]] inline bool ends_behind(const DiagonalRun& run, const DiagonalRun& next) {
  return next.end_a() > run.end_a() && next.end_b() > run.end_b();
}

/// Whether a passage may continue from `run` to `next`: `next` must begin and end after `run` on both sides, and with x
/// and y unmatched sentences between them on the two sides, |x − y| ≤ max_gap and min(x, y) ≤ max_gap. So each of up to
/// max_gap sentences may have been rewritten, split in two, or merged from two, and as many may have been inserted on
/// one side. A gap of 1 is (0,1), (1,0), (1,1), (1,2) or (2,1). Runs may overlap on a side where a sentence repeats:
/// then x or y is negative.
[[nodiscard]] bool may_follow(const DiagonalRun& run, const DiagonalRun& next, std::uint32_t max_gap);

/// How many of the first cells of `next` have a sentence that `run`, which it follows, already matches. Always fewer
/// than all.
[[nodiscard]] std::uint32_t overlap(const DiagonalRun& run, const DiagonalRun& next);

/// Runs of a sentence matrix as they were found: each is maximal; in any order, possibly repeated.
struct FoundRuns {
  PlainVector<DiagonalRun> runs;
  PlainVector<float> similarities;  // of their cells, run after run; empty: all are 1

  void clear() {
    runs.clear();
    similarities.clear();
  }
};

/// All runs of a sentence matrix, and which may follow which. Holds scratch memory: one for each thread.
class DiagonalRuns {
 public:
  /// The cells may come in any order and repeatedly. Replaces the previous contents.
  void make(std::span<const SentenceMatch> cells);
  void make(const FoundRuns& found);

  /// By diagonal, then position.
  [[nodiscard]] std::span<const DiagonalRun> all() const { return runs_; }
  [[nodiscard]] const DiagonalRun& operator[](std::size_t run) const { return runs_[run]; }
  [[nodiscard]] std::size_t size() const { return runs_.size(); }

  /// The sum of the similarities of a run's cells, without the first `skipped`; kWholeSimilarity is 1.
  [[nodiscard]] std::uint64_t similarity_sum(const DiagonalRun& run, std::uint32_t skipped = 0) const {
    if (sums_.empty()) return (run.length - skipped) * kWholeSimilarity;
    return sums_[run.first_cell + run.length] - sums_[run.first_cell + skipped];
  }

  /// Calls use(run, next) for all runs that follow each other: of each diagonal at most max_gap away from that of
  /// `run`, the first run that ends after it on both sides, if it may_follow().
  template <typename Use>
  void for_each_link(std::uint32_t max_gap, const Use& use) const {
    for (std::size_t diagonal = 0; diagonal + 1 < diagonal_begins_.size(); ++diagonal) {
      for (std::size_t other = diagonal; is_near(diagonal, other, max_gap); --other) {
        use_links(diagonal, other, max_gap, use);
      }
      for (std::size_t other = diagonal + 1; is_near(diagonal, other, max_gap); ++other) {
        use_links(diagonal, other, max_gap, use);
      }
    }
  }

 private:
  void number_diagonals();
  [[nodiscard]] bool is_near(std::size_t diagonal, std::size_t other, std::uint32_t max_gap) const;

  /// The links from the runs of one diagonal to those of another.
  template <typename Use>
  void use_links(std::size_t diagonal, std::size_t other, std::uint32_t max_gap, const Use& use) const {
    std::uint32_t next = diagonal_begins_[other];
    const std::uint32_t end = diagonal_begins_[other + 1];
    for (std::uint32_t run = diagonal_begins_[diagonal]; run < diagonal_begins_[diagonal + 1]; ++run) {
      while (next < end && !ends_behind(runs_[run], runs_[next])) ++next;
      if (next == end) return;
      if (may_follow(runs_[run], runs_[next], max_gap)) use(run, next);
    }
  }

  DiagonalOrder order_;
  PlainVector<DiagonalRun> runs_;
  PlainVector<std::uint64_t> sums_;             // of the similarities before each cell, then of all; empty: all are 1
  PlainVector<std::uint32_t> diagonal_begins_;  // first run of each diagonal, then the number of runs
};

}  // namespace cento
