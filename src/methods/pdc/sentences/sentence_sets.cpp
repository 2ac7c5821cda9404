#include "methods/pdc/sentences/sentence_sets.hpp"

#include <algorithm>
#include <bit>

#include "core/memory/freed_memory.hpp"

namespace cento {

namespace {

// A set is stored as a word with its numbers of features and words, and the words.
constexpr unsigned kSizeShift = 32;

std::uint64_t head_of(const SentenceSet& set) {
  return std::uint64_t{set.size} << kSizeShift | set.words.size();
}

SentenceSet set_at(std::span<const std::uint64_t> stored) {
  return {static_cast<std::uint32_t>(stored.front() >> kSizeShift),
          stored.subspan(1, static_cast<std::uint32_t>(stored.front()))};
}

}  // namespace

void SentenceSets::add(Position position, const SentenceSet& set) {
  if (position < next_) {
    if (is_in_order(position)) return;
    late_positions_.emplace_back(position, static_cast<std::uint32_t>(late_.size()));
    PlainVector<std::uint64_t> stored = {head_of(set)};
    stored.insert(stored.end(), set.words.begin(), set.words.end());
    late_.add(stored);
    return;
  }
  next_ = position + 1;
  bits_.resize(position / kBits + 1, 0);
  bits_.back() |= std::uint64_t{1} << position % kBits;
  group_.push_back(head_of(set));
  group_.insert(group_.end(), set.words.begin(), set.words.end());
  if (++added_ % kGroup == 0) close_group();
}

bool SentenceSets::is_in_order(Position position) const {
  return (bits_[position / kBits] >> position % kBits & 1U) != 0;
}

void SentenceSets::close_group() {
  groups_.add(group_);
  group_.clear();
}

void SentenceSets::finish() {
  if (!group_.empty()) close_group();
  release(group_);
  std::uint64_t before = 0;
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    if (word % kRankWords == 0) ranks_.push_back(before);
    before += static_cast<std::uint64_t>(std::popcount(bits_[word]));
  }
  std::sort(late_positions_.begin(), late_positions_.end());
  const auto same_position = [](const auto& x, const auto& y) { return x.first == y.first; };
  late_positions_.erase(std::unique(late_positions_.begin(), late_positions_.end(), same_position),
                        late_positions_.end());
}

/// How many sets added in order come before the one at `position`.
std::uint64_t SentenceSets::number_of(Position position) const {
  const std::size_t word = position / kBits;
  std::size_t i = word / kRankWords * kRankWords;
  std::uint64_t number = ranks_[word / kRankWords];
  for (; i < word; ++i) number += static_cast<std::uint64_t>(std::popcount(bits_[i]));
  const std::uint64_t before = (std::uint64_t{1} << position % kBits) - 1;
  return number + static_cast<std::uint64_t>(std::popcount(bits_[word] & before));
}

SentenceSet SentenceSets::get(Position position, Features& scratch) const {
  if (position / kBits < bits_.size() && is_in_order(position)) {
    const std::uint64_t number = number_of(position);
    std::span<const std::uint64_t> group = groups_.get(number / kGroup, scratch);
    for (std::uint64_t i = number % kGroup; i > 0; --i) group = group.subspan(1 + set_at(group).words.size());
    return set_at(group);
  }
  const auto found = std::lower_bound(late_positions_.begin(), late_positions_.end(), std::pair(position, 0U));
  return set_at(late_.get(found->second, scratch));
}

void PositionWords::push_back(std::uint16_t number) {
  const std::size_t in_word = size_ % kInWord;
  if (in_word == 0) last_.push_back(0);
  last_.back() |= std::uint64_t{number} << (in_word * kBits);
  if (++size_ % kBlock != 0) return;
  blocks_.add(last_);
  last_.clear();
}

void PositionWords::finish() {
  blocks_.add(last_);
  release(last_);
}

std::uint16_t PositionWords::operator[](Position position) const {
  Features scratch;
  const std::uint64_t word = blocks_.get(position / kBlock, position % kBlock / kInWord, 1, scratch).front();
  return static_cast<std::uint16_t>(word >> (position % kInWord * kBits));
}

}  // namespace cento
