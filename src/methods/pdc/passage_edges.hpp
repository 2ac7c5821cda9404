#pragma once

#include "align/edges.hpp"
#include "align/passage.hpp"
#include "methods/pdc/found_passage.hpp"
#include "methods/pdc/sentences/sentence_recall.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// The ends of passages that may differ from the ends of their sentences: the words there are requested while passages
/// are found, and once they are read, the ends move to where the shared wording begins and ends. Any number of threads.
/// Used by the matching of pairs and by PdcFinder::locate(). `Recall` has want_tokens() and window() of SentenceRecall,
/// as far as they are used.
template <typename Recall>
class MovableEdges {
 public:
  /// Both arguments must outlive this.
  MovableEdges(const SentenceSequence& sequence, Recall& recall) : sequence_(sequence), recall_(recall) {}

  /// Finds which edges of a passage of two contents may move, and requests the words there. While there are classes.
  void want(ContentId a, ContentId b, FoundPassage& found) const {
    const SentenceRange& in_a = found.a_sentences;
    const SentenceRange& in_b = found.b_sentences;
    if (in_a.size() == 0 || in_b.size() == 0) return;
    const Position first_a = sequence_.begin_of(a);
    const Position first_b = sequence_.begin_of(b);
    found.begin_may_move = begin_may_move(first_a + in_a.begin, first_b + in_b.begin) ? 1 : 0;
    found.end_may_move = end_may_move(first_a + in_a.end - 1, first_b + in_b.end - 1) ? 1 : 0;
    for_each_movable(found, a, b, [&](const SentenceRange& near_a, const SentenceRange& near_b, auto&&) {
      recall_.want_tokens(a, near_a);
      recall_.want_tokens(b, near_b);
    });
  }

  /// Moves the edges of `passage`, which consists of the whole sentences of `found`, if the words there were read.
  void move(const FoundPassage& found, ContentId a, ContentId b, WindowMemory& memory_a, WindowMemory& memory_b,
            Passage& passage) const {
    const auto move_edge = [&](const SentenceRange& near_a, const SentenceRange& near_b, const auto& move) {
      const SentenceWindow window_a = recall_.window(a, near_a, memory_a);
      const SentenceWindow window_b = recall_.window(b, near_b, memory_b);
      if (!window_a.sentences.empty() && !window_b.sentences.empty()) move(window_a, window_b, EdgeOptions(), passage);
    };
    for_each_movable(found, a, b, move_edge);
  }

 private:
  [[nodiscard]] bool begin_may_move(Position a, Position b) const {
    return sequence_.classes()[a] != sequence_.classes()[b] || sequence_.may_end_alike(a - 1, b - 1);
  }
  [[nodiscard]] bool end_may_move(Position a, Position b) const {
    return sequence_.classes()[a] != sequence_.classes()[b] || sequence_.may_begin_alike(a + 1, b + 1);
  }

  /// Calls `use(window of a, window of b, move)` for each edge that may move; `move` moves it once the words there are
  /// known.
  template <typename Use>
  void for_each_movable(const FoundPassage& found, ContentId a, ContentId b, const Use& use) const {
    const EdgeOptions options;
    const SentenceRange& in_a = found.a_sentences;
    const SentenceRange& in_b = found.b_sentences;
    if (found.begin_may_move != 0) use(begin_window(in_a, options), begin_window(in_b, options), move_begin);
    if (found.end_may_move == 0) return;
    use(end_window(in_a, sequence_.sentences_of(a), options), end_window(in_b, sequence_.sentences_of(b), options),
        move_end);
  }

  const SentenceSequence& sequence_;
  Recall& recall_;
};

}  // namespace cento
