#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "sign/signer.hpp"

namespace cento {

/// Writes the sets of features of consecutive documents as blocks: the number of sets in 8 bytes, the sizes of sets in
/// 4 bytes each (and 4 more if their number is odd), then the features in 8 each. So features are aligned where blocks
/// are.
class SetBlockWriter {
 public:
  static constexpr std::size_t kBlockFeatures = std::size_t{1} << 20;  // of a block, unless one set has more

  void add(std::span<const std::uint64_t> set);

  /// The blocks; nothing is left.
  [[nodiscard]] std::vector<std::string> take();

 private:
  void end_block();

  std::vector<std::string> blocks_;
  std::vector<std::uint32_t> sizes_;
  Features features_;
};

/// The sets of such blocks, in their order, in the memory of the blocks.
class PartSets {
 public:
  /// The bytes must outlive this. Throws Error when the block is damaged.
  void add_block(std::string_view block);

  [[nodiscard]] std::size_t size() const { return sets_.size(); }
  [[nodiscard]] std::uint32_t size_of(std::size_t set) const { return static_cast<std::uint32_t>(sets_[set].size()); }
  [[nodiscard]] std::span<const std::uint64_t> get(std::size_t set) const { return sets_[set]; }

 private:
  [[nodiscard]] std::span<const std::uint64_t> features_at(std::string_view bytes);

  std::vector<std::span<const std::uint64_t>> sets_;
  std::deque<Features> copies_;  // of blocks that are not aligned
};

/// Sets that other parts sent, by number. In a block, each is its number and its size in 4 bytes each and then its
/// features in 8 each.
class SentSets {
 public:
  SentSets();
  ~SentSets();

  /// A set as such a record.
  static void write(std::uint32_t number, std::span<const std::uint64_t> set, std::string& out);

  /// Throws Error when the block is damaged.
  void add_block(std::string_view block);

  /// Throws Error when it was not sent.
  [[nodiscard]] std::span<const std::uint64_t> get(std::uint32_t number) const;

 private:
  struct Stretches;

  std::unique_ptr<Stretches> sets_;
  Features features_;
};

}  // namespace cento
