#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "core/memory/plain_vector.hpp"

namespace cento {

/// All runs of a row of sentences (a suffix automaton), so that the longest one that ends at each sentence of another
/// row is found in one pass over it, however often either row repeats itself. Holds scratch memory: one for each
/// thread.
class RunAutomaton {
 public:
  /// The longest run of the row that ends where reading another row has arrived.
  struct Match {
    std::uint32_t state = 0;
    std::uint32_t length = 0;  // sentences
  };

  /// Replaces the row. Takes time and memory in proportion to its length.
  void build(std::span<const std::uint32_t> row);

  /// Whether the row has this sentence.
  [[nodiscard]] bool has(std::uint32_t sentence) const { return next_of(0, sentence) != kNone; }

  /// Reads another sentence. Takes amortised constant time.
  void read(std::uint32_t sentence, Match& match) const;

 private:
  /// The runs that end at the same places of the row: those up to a length that are longer than those of `shorter`.
  struct State {
    std::uint32_t longest = 0;
    std::uint32_t shorter = 0;     // state of the longest suffix that ends at more places
    std::uint32_t first_edge = 0;  // the last one added
  };
  /// A state leads to another by a sentence; next_ says which.
  struct Edge {
    std::uint32_t sentence = 0;
    std::uint32_t after = 0;  // another edge of the state
  };

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void add(std::uint32_t sentence);
  [[nodiscard]] std::uint32_t state_for(std::uint32_t state, std::uint32_t sentence);
  [[nodiscard]] std::uint32_t clone(std::uint32_t state, std::uint32_t longest);
  void add_edge(std::uint32_t from, std::uint32_t sentence, std::uint32_t to);
  [[nodiscard]] std::uint32_t next_of(std::uint32_t state, std::uint32_t sentence) const;
  [[nodiscard]] static std::uint64_t key_of(std::uint32_t state, std::uint32_t sentence) {
    return std::uint64_t{state} << 32U | sentence;
  }

  PlainVector<State> states_;
  PlainVector<Edge> edges_;
  std::unordered_map<std::uint64_t, std::uint32_t> next_;  // by state and sentence
  std::uint32_t last_ = 0;                                 // state of the whole row
};

}  // namespace cento
