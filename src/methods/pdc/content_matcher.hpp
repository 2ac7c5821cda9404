#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/chains.hpp"
#include "align/diagonal_runs.hpp"
#include "core/memory/plain_vector.hpp"
#include "methods/pdc/sentences/near_classes.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// Which cells of the matrix of two texts are wanted.
enum class CellChoice : std::uint8_t {
  all,    // those of every diagonal of at least `least` cells, as in the paper
  cover,  // of enough of these diagonals that every column that is in one is in a chosen one: where a text repeats
          // itself, the one that reaches farthest. Also short ones, through sentences that occur in only a few rows,
          // in columns that no longer one covers; they are links of chains
};

/// A text to match; what it refers to must outlive the matching.
struct MatchedText {
  std::span<const std::uint32_t> classes;  // of its sentences, as SentenceSequence has them
  std::span<const std::uint32_t> runs;     // from hash_runs()
};

/// Replaces `hashes` with a hash, for each sentence, of the run of `least` sentences that begins there; 0 if not all of
/// them repeat. Computed once for a text that is matched with many.
void hash_runs(std::span<const std::uint32_t> classes, std::uint32_t least, std::span<std::uint32_t> hashes);

/// Finds the cells of the sentence matrix of two texts: those of the wanted diagonals, and of the shorter ones with
/// which a chain may continue from them over gaps. One object for each thread.
class ContentMatcher {
 public:
  /// `near` must outlive this.
  ContentMatcher(const NearClasses& near, const ChainOptions& chains, CellChoice choice);

  /// Sets the text whose sentences are the rows from now on.
  void set_rows(const MatchedText& text);

  /// Replaces `found` with the runs of cells with these sentences as columns (row is a, column is b). Some may come
  /// twice. If the rows are matched with themselves, only cells above the main diagonal.
  void match(const MatchedText& text, FoundRuns& found);

  /// The same, with a limit on the work that many calls share: `reserve` is the number of cells they may examine beyond
  /// a few per sentence, and is reduced by what this call needed.
  void match(const MatchedText& text, FoundRuns& found, std::uint64_t& reserve);

  /// Columns at which rows were left unexamined because the contents are very repetitive.
  [[nodiscard]] std::uint64_t capped() const { return capped_; }

 private:
  /// Rows by a hash of what begins there; rows with the same hash in ascending order.
  struct RowTable {
    PlainVector<std::uint32_t> slots;
    PlainVector<std::uint32_t> next;

    void start(std::uint32_t rows);
    void add_front(std::uint64_t hash, std::uint32_t row);
    [[nodiscard]] std::uint32_t first(std::uint64_t hash) const { return slots[hash & (slots.size() - 1)]; }
  };
  /// Which hashes may be those of some runs. Rejects most others by one bit, without a branch that could be
  /// mispredicted.
  class RunFilter {
   public:
    struct Words {
      const std::uint64_t* first;
      std::size_t mask;

      [[nodiscard]] bool may_have(std::uint32_t hash) const {
        return (first[hash >> kBits & mask] >> (hash % (1U << kBits)) & 1U) != 0;
      }
    };

    void start(std::uint32_t runs);
    void add(std::uint32_t hash) {
      words_[hash >> kBits & (words_.size() - 1)] |= std::uint64_t{1} << (hash % (1U << kBits));
    }
    [[nodiscard]] Words words() const { return {words_.data(), words_.size() - 1}; }

   private:
    static constexpr unsigned kBits = 6;

    PlainVector<std::uint64_t> words_;
  };
  /// Sentences on both sides that a chain may skip.
  struct Gap {
    std::uint32_t rows;
    std::uint32_t columns;
  };
  enum class Direction : std::uint8_t { behind, before };
  struct Run {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    std::uint32_t length = 0;

    [[nodiscard]] std::uint32_t end() const { return column + length; }
  };

  void set_columns(const MatchedText& text);
  void list_shared_columns();
  [[nodiscard]] bool is_cell(std::uint32_t row, std::uint32_t column) const;
  [[nodiscard]] bool is_same_run(std::uint32_t row, std::uint32_t column) const;
  [[nodiscard]] std::uint32_t end_through(std::uint32_t row, std::uint32_t column);
  [[nodiscard]] Run run_through(std::uint32_t row, std::uint32_t column);
  [[nodiscard]] Run farthest_through(std::uint32_t column);
  void add_run(const Run& run, FoundRuns& found);
  void add_with_neighbours(const Run& run, FoundRuns& found);
  void add_chain_of(Run run, Direction direction, FoundRuns& found);
  [[nodiscard]] Run next_run(const Run& run, Direction direction);
  void match_all(FoundRuns& found);
  void cover(FoundRuns& found);
  [[nodiscard]] bool is_near_before(std::uint32_t row, std::uint32_t column);
  [[nodiscard]] bool has_uncovered(const Run& run) const;
  void add_near(std::uint32_t column, FoundRuns& found);
  bool may_look();

  const NearClasses& near_;
  std::uint32_t least_;
  std::vector<Gap> gaps_;  // the smallest first
  CellChoice choice_;
  const std::uint32_t* rows_ = nullptr;  // classes
  const std::uint32_t* row_runs_ = nullptr;
  std::uint32_t row_count_ = 0;
  RowTable near_sentences_;  // those with near neighbours
  RowTable runs_;            // of `least_` sentences
  RunFilter run_filter_;     // of the rows
  const std::uint32_t* columns_ = nullptr;
  const std::uint32_t* column_runs_ = nullptr;
  std::uint32_t column_count_ = 0;
  bool is_self_ = false;
  PlainVector<std::uint32_t> shared_columns_;  // where runs begin that may also be in the rows; ascending
  PlainVector<std::uint8_t> is_covered_;       // by column; only where sentences may be near
  std::uint64_t looks_left_ = 0;
  std::uint64_t capped_ = 0;
};

}  // namespace cento
