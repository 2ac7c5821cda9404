#include "methods/ask/run_automaton.hpp"

#include <algorithm>

namespace cento {

void RunAutomaton::build(std::span<const std::uint32_t> row) {
  edges_.clear();
  next_.clear();
  states_.assign(1, {0, kNone, kNone});
  last_ = 0;
  for (const std::uint32_t sentence : row) add(sentence);
}

void RunAutomaton::read(std::uint32_t sentence, Match& match) const {
  for (;;) {
    const std::uint32_t next = next_of(match.state, sentence);
    if (next != kNone) {
      match = {next, match.length + 1};
      return;
    }
    if (match.state == 0) {
      match = {};
      return;
    }
    match.state = states_[match.state].shorter;
    match.length = states_[match.state].longest;
  }
}

void RunAutomaton::add(std::uint32_t sentence) {
  const auto whole = static_cast<std::uint32_t>(states_.size());
  states_.push_back({states_[last_].longest + 1, 0, kNone});
  std::uint32_t state = last_;
  for (; state != kNone && next_of(state, sentence) == kNone; state = states_[state].shorter) {
    add_edge(state, sentence, whole);
  }
  if (state != kNone) states_[whole].shorter = state_for(state, sentence);
  last_ = whole;
}

/// The state of the longest run of `state` extended by the sentence. It may belong to a state that also has longer
/// runs, which do not end where the row now ends: then they are split off.
std::uint32_t RunAutomaton::state_for(std::uint32_t state, std::uint32_t sentence) {
  const std::uint32_t found = next_of(state, sentence);
  const std::uint32_t longest = states_[state].longest + 1;
  if (states_[found].longest == longest) return found;
  const std::uint32_t apart = clone(found, longest);
  for (; state != kNone && next_of(state, sentence) == found; state = states_[state].shorter) {
    next_[key_of(state, sentence)] = apart;
  }
  return apart;
}

/// A state for the runs of another that are at most `longest` long.
std::uint32_t RunAutomaton::clone(std::uint32_t state, std::uint32_t longest) {
  const auto apart = static_cast<std::uint32_t>(states_.size());
  states_.push_back({longest, states_[state].shorter, kNone});
  for (std::uint32_t edge = states_[state].first_edge; edge != kNone; edge = edges_[edge].after) {
    const std::uint32_t sentence = edges_[edge].sentence;
    add_edge(apart, sentence, next_of(state, sentence));
  }
  states_[state].shorter = apart;
  return apart;
}

void RunAutomaton::add_edge(std::uint32_t from, std::uint32_t sentence, std::uint32_t to) {
  edges_.push_back({sentence, states_[from].first_edge});
  states_[from].first_edge = static_cast<std::uint32_t>(edges_.size() - 1);
  next_.emplace(key_of(from, sentence), to);
}

std::uint32_t RunAutomaton::next_of(std::uint32_t state, std::uint32_t sentence) const {
  const auto found = next_.find(key_of(state, sentence));
  return found == next_.end() ? kNone : found->second;
}

}  // namespace cento
