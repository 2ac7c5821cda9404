#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/memory/plain_vector.hpp"
#include "sign/signer.hpp"

namespace cento {

/// The sets of features of consecutive documents, one after another.
class PartSets {
 public:
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::uint64_t features() const { return features_.size(); }
  [[nodiscard]] std::uint32_t size_of(std::size_t set) const {
    return static_cast<std::uint32_t>(ends_[set] - begin_of(set));
  }
  [[nodiscard]] std::span<const std::uint64_t> get(std::size_t set) const {
    return std::span<const std::uint64_t>(features_).subspan(begin_of(set), size_of(set));
  }

  void add(std::span<const std::uint64_t> set);

  /// As blocks of at most about `block_bytes`, or one set: the number of sets in 4 bytes, the sizes of sets in 4 each,
  /// then the features in 8 each.
  [[nodiscard]] std::vector<std::string> blocks(std::size_t block_bytes) const;

  /// Adds the sets of such a block. Throws Error when it is damaged.
  void add_block(std::string_view block);

 private:
  [[nodiscard]] std::uint64_t begin_of(std::size_t set) const { return set == 0 ? 0 : ends_[set - 1]; }
  [[nodiscard]] std::string block_of(std::size_t first, std::size_t last) const;

  std::vector<std::uint64_t> ends_;
  Features features_;
};

/// Sets that other parts sent, by number. In a block, each is its number and its size in 4 bytes each and then its
/// features in 8 each.
class SentSets {
 public:
  /// A set as such a record.
  static void write(std::uint32_t number, std::span<const std::uint64_t> set, std::string& out);

  /// Throws Error when the block is damaged.
  void add_block(std::string_view block);

  /// Throws Error when it was not sent.
  [[nodiscard]] std::span<const std::uint64_t> get(std::uint32_t number) const;

 private:
  struct Stretch {
    std::uint64_t begin = 0;
    std::uint32_t size = 0;
  };

  boost::unordered_flat_map<std::uint32_t, Stretch> sets_;
  Features features_;
};

}  // namespace cento
