#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "align/families.hpp"
#include "core/memory/plain_vector.hpp"
#include "sign/feature_store.hpp"

namespace cento {

/// A set of features and its size; they may be packed into fewer words.
struct SentenceSet {
  std::uint32_t size = 0;
  std::span<const std::uint64_t> words;
};

/// The features of sentences by the position of the sentence: in memory up to a budget, then in a temporary file.
/// Besides, one bit per position and less than a byte per set are held. Written by one thread, then read by many.
class SentenceSets {
 public:
  SentenceSets(const MemoryPart& memory, const std::string& temp_dir)
      : groups_(memory, temp_dir), late_(memory, temp_dir) {}

  /// Adds a set. Most come in the order of their positions; late ones are kept separately. Of several at a position,
  /// the first counts.
  void add(Position position, const SentenceSet& set);

  /// Called once, after everything was added.
  void finish();

  [[nodiscard]] std::uint64_t size() const { return added_ + late_positions_.size(); }

  /// The set at a position, which must have one. It may be in `scratch` until its next use.
  [[nodiscard]] SentenceSet get(Position position, Features& scratch) const;

  /// Calls `use(position)` for each position that has a set.
  template <typename Use>
  void for_each_position(const Use& use) const {
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
        use(static_cast<Position>(word * kBits + static_cast<std::size_t>(__builtin_ctzll(rest))));
      }
    }
    for (const auto& [position, number] : late_positions_) use(position);
  }

  [[nodiscard]] std::uint64_t spilled_bytes() const { return groups_.spilled_bytes() + late_.spilled_bytes(); }

 private:
  static constexpr std::size_t kBits = 64;
  static constexpr std::size_t kGroup = 16;      // sets stored together
  static constexpr std::size_t kRankWords = 16;  // words of bits per entry of ranks_

  [[nodiscard]] bool is_in_order(Position position) const;
  [[nodiscard]] std::uint64_t number_of(Position position) const;
  void close_group();

  FeatureStore groups_;
  PlainVector<std::uint64_t> group_;  // the last one, not yet stored
  std::uint64_t added_ = 0;           // sets added in order
  Position next_ = 0;                 // the first position that is in order
  std::vector<std::uint64_t> bits_;   // by position: whether it has a set that was added in order
  std::vector<std::uint64_t> ranks_;  // sets before each kRankWords words of bits
  FeatureStore late_;
  std::vector<std::pair<Position, std::uint32_t>> late_positions_;  // and the index in late_; ascending when finished
};

/// A 16-bit number for each position: in memory up to a budget, then in a temporary file.
class PositionWords {
 public:
  PositionWords(const MemoryPart& memory, const std::string& temp_dir) : blocks_(memory, temp_dir) {}

  /// Adds the number of the next position.
  void push_back(std::uint16_t number);
  /// Called once, after all were added.
  void finish();

  [[nodiscard]] std::uint16_t operator[](Position position) const;
  [[nodiscard]] std::uint64_t spilled_bytes() const { return blocks_.spilled_bytes(); }

 private:
  static constexpr std::size_t kBlock = 4096;

  static constexpr std::size_t kInWord = 4;
  static constexpr unsigned kBits = 16;

  FeatureStore blocks_;  // of kBlock numbers each
  PlainVector<std::uint64_t> last_;
  std::size_t size_ = 0;
};

}  // namespace cento
