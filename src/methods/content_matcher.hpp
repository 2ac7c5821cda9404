#pragma once

#include <cstdint>
#include <vector>

#include "align/chains.hpp"
#include "align/sentence_match.hpp"
#include "core/plain_vector.hpp"
#include "methods/near_classes.hpp"
#include "methods/sentence_sequence.hpp"

namespace cento {

/// Which of the cells of two texts' matrix are wanted.
enum class CellChoice : std::uint8_t {
  all,    // those of every diagonal of at least `least` cells, as the paper has it
  cover,  // of these diagonals so many that every column that is in one is in a chosen one: where a text repeats
          // itself, the one that reaches farthest. Also short ones, through sentences that stand at a few rows at most,
          // in columns where no longer one is; they are links of chains
};

/// Finds the cells of the sentence matrix of two contents: those of the diagonals that are wanted, and of the shorter
/// ones that a chain may go on with from them over gaps. One object for each thread.
class ContentMatcher {
 public:
  /// `sequence` and `near` must outlive it.
  ContentMatcher(const SentenceSequence& sequence, const NearClasses& near, const ChainOptions& chains,
                 CellChoice choice)
      : sequence_(sequence), near_(near), least_(chains.min_sentences), max_gap_(chains.max_gap), choice_(choice) {}

  /// The content whose sentences are rows from now on.
  void set_rows(ContentId content);

  /// Replaces `cells` by those with the sentences of `content` as columns (row is a, column is b). Some may come twice.
  /// Of a content with itself, only cells over the main diagonal.
  void match(ContentId content, PlainVector<SentenceMatch>& cells);

  /// Whether the cells of the last match() are those of one diagonal, in its order.
  [[nodiscard]] bool is_one_diagonal() const { return run_count_ == 1; }

  /// Columns at which contents that are very repetitive left rows unlooked at.
  [[nodiscard]] std::uint64_t capped() const { return capped_; }

 private:
  /// Rows by a hash of what begins there; rows of one hash in ascending order.
  struct RowTable {
    PlainVector<std::uint32_t> slots;
    PlainVector<std::uint32_t> next;

    void start(std::uint32_t rows);
    void add_front(std::uint64_t hash, std::uint32_t row);
    [[nodiscard]] std::uint32_t first(std::uint64_t hash) const { return slots[hash & (slots.size() - 1)]; }
  };
  struct Run {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    std::uint32_t length = 0;

    [[nodiscard]] std::uint32_t end() const { return column + length; }
  };

  void set_columns(ContentId content);
  [[nodiscard]] bool is_cell(std::uint32_t row, std::uint32_t column) const;
  [[nodiscard]] Run run_through(std::uint32_t row, std::uint32_t column);
  [[nodiscard]] Run farthest_through(std::uint32_t column);
  void add_run(const Run& run, PlainVector<SentenceMatch>& cells);
  void add_with_neighbours(const Run& run, PlainVector<SentenceMatch>& cells);
  [[nodiscard]] Run next_behind(const Run& run);
  [[nodiscard]] Run next_before(const Run& run);
  void match_all(PlainVector<SentenceMatch>& cells);
  void cover(PlainVector<SentenceMatch>& cells);
  [[nodiscard]] bool is_near_before(std::uint32_t row, std::uint32_t column);
  [[nodiscard]] bool has_uncovered(const Run& run) const;
  void add_near(std::uint32_t column, PlainVector<SentenceMatch>& cells);
  bool may_look();

  const SentenceSequence& sequence_;
  const NearClasses& near_;
  std::uint32_t least_;
  std::uint32_t max_gap_;
  CellChoice choice_;
  std::size_t run_count_ = 0;
  ContentId row_content_ = 0;
  const std::uint32_t* rows_ = nullptr;  // classes
  std::uint32_t row_count_ = 0;
  RowTable near_sentences_;  // those that have neighbours
  RowTable runs_;            // of `least_` sentences
  const std::uint32_t* columns_ = nullptr;
  std::uint32_t column_count_ = 0;
  bool is_self_ = false;
  PlainVector<std::uint8_t> is_covered_;  // by column; only where sentences may be near
  std::uint64_t looks_left_ = 0;
  std::uint64_t capped_ = 0;
};

}  // namespace cento
