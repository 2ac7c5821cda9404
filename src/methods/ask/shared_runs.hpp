#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "align/passage.hpp"
#include "core/memory/plain_vector.hpp"
#include "index/index_view.hpp"
#include "index/segment/place_cursor.hpp"
#include "methods/ask/index_questions.hpp"
#include "methods/ask/run_automaton.hpp"

namespace cento {

/// A run of sentences shared by a part of a document of the index (b) and a part of the query document (a).
struct SharedRun {
  IndexedPlace document;
  std::uint32_t part_a = 0;
  std::uint32_t part_b = 0;
  SentenceRange b;  // within the part
};

/// Finds the runs of sentences that an index shares with a document, from the places in its tables. Of every γ
/// sentences in a row one is chosen, such that the chosen ones together have the fewest places; each run of γ then
/// contains a chosen one, and only their places need to be examined. Where a part repeats its sentences, so that each
/// place would be examined once per repetition, the rows of query sentences around the places are read instead, each
/// once. Holds scratch memory: one for each thread.
class SharedRunFinder {
 public:
  /// `view` must outlive this.
  SharedRunFinder(const IndexView& view, const QuestionOptions& options);

  /// Replaces `runs` with longest runs of at least γ sentences, in any order: for each such run that a document shares,
  /// there is one at least as long, at sentences of the document that include its own. If sentences may be near, there
  /// are also some that turn out not to match. Returns how many places were left out: see QuestionOptions::most_places;
  /// for near sentences that the query document repeats, also those beyond kRepeatedLooks.
  std::uint64_t find(const DigestBatch& asked, std::uint32_t but_number, std::vector<SharedRun>& runs);

  /// How many places, and sentences of runs and rows, were examined in all: the time is proportional to this.
  [[nodiscard]] std::uint64_t looks() const { return looks_; }

  /// Places, with the runs through them, that are examined because near sentences repeat: those that several sentences
  /// of the query document lead to, and those of one sentence in one text.
  static constexpr std::uint64_t kRepeatedLooks = std::uint64_t{1} << 22U;

 private:
  using Places = std::span<const KeyTable::Entry>;

  /// Where a sentence of the query document occurs in a segment.
  struct AskedPlaces {
    Places same;
    std::vector<Places> near;  // of each of its keys

    [[nodiscard]] std::size_t size() const;
  };
  /// The fewest places of chosen sentences up to and including one, and the one chosen before it.
  struct Choice {
    std::uint64_t places = 0;
    std::uint32_t before = 0;
  };
  /// A run by its diagonal, with the query sentence where it ends.
  struct SeenRun {
    std::uint64_t diagonal = 0;
    std::uint32_t end = 0;
  };

  void ask_segment(std::uint32_t number, std::vector<SharedRun>& runs);
  void look_up();
  void choose(std::uint32_t begin, std::uint32_t end);
  void choose_in_row(std::uint32_t begin, std::uint32_t end);
  [[nodiscard]] std::uint32_t cheapest(std::uint32_t begin, std::uint32_t end) const;
  [[nodiscard]] bool repeats_itself();
  void look_at_chosen(std::vector<SharedRun>& runs);
  [[nodiscard]] bool may_look_again(Places places);
  [[nodiscard]] bool may_look_at(std::uint32_t position);
  void look_at(std::uint32_t sentence, Places places, std::vector<SharedRun>& runs);
  [[nodiscard]] Places most_of(Places places);
  void list_anchors();
  void read_rows(std::vector<SharedRun>& runs);
  void read_row(std::uint32_t position, std::vector<SharedRun>& runs);
  [[nodiscard]] bool is_asked(std::uint32_t position) const;
  [[nodiscard]] bool is_told(std::uint32_t number) const;
  void prefetch_contents(std::uint32_t position) const;
  void look_at_place(std::uint32_t sentence, std::uint32_t position, std::vector<SharedRun>& runs);
  [[nodiscard]] bool may_match(std::uint32_t sentence, std::uint32_t position) const;
  [[nodiscard]] bool may_be_near(std::uint32_t sentence, std::uint32_t position) const;
  [[nodiscard]] SentenceRange run_through(std::uint32_t sentence, std::uint32_t position) const;

  const IndexView& view_;
  std::uint32_t least_;
  std::uint64_t most_places_;
  const DigestBatch* asked_ = nullptr;
  std::uint32_t but_number_ = 0;
  std::uint32_t segment_number_ = 0;
  std::vector<AskedPlaces> places_;                   // of each query sentence
  bool has_near_ = false;                             // whether any has keys for near ones
  std::vector<Choice> choices_;                       // of each query sentence
  PlainVector<std::uint32_t> chosen_;                 // sentences, ascending
  PlainVector<SeenRun> seen_;                         // runs that continue after the last chosen sentence, by diagonal
  PlainVector<SeenRun> seen_before_;                  // before the places being examined
  std::unordered_set<const KeyTable::Entry*> lists_;  // of places that were examined for this part
  std::uint64_t repeated_looks_left_ = 0;
  SentenceRange last_text_;              // positions of the text that the last place was in; none at the first
  PlainVector<std::uint32_t> distinct_;  // chosen sentences, each content once
  PlainVector<std::uint32_t> anchors_;   // their positions, ascending
  RunAutomaton automaton_;
  std::uint32_t automaton_part_ = 0;  // the part it was built from; kNone: none
  std::uint32_t row_end_ = 0;         // positions before this were read
  const Segment* segment_ = nullptr;
  CheckedArray<std::uint32_t> contents_;  // of the segment
  std::optional<PlaceCursor> cursor_;
  std::uint32_t part_ = 0;    // the current query part
  SentenceRange asked_part_;  // its sentences
  std::uint64_t left_out_ = 0;
  std::uint64_t looks_ = 0;
};

}  // namespace cento
