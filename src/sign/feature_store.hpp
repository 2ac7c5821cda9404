#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/spill/temp_file.hpp"
#include "sign/signer.hpp"

namespace cento {

/// The sets of features of a collection, numbered in the order added: in memory up to a budget, then in a temporary
/// file. Written by one thread, then read by many.
class FeatureStore {
 public:
  /// `temp_dir`: empty for the system default.
  FeatureStore(const MemoryPart& memory, const std::string& temp_dir)
      : lease_(memory),
        begins_memory_(memory.divided(kBeginsShare), temp_dir),
        begins_(1, 0, &begins_memory_),
        file_(temp_dir) {}

  /// Adds a set (ascending, each feature once). Throws Error when the temporary folder is full.
  void add(std::span<const std::uint64_t> set);

  /// The same; the memory of a very large set is kept instead of a copy.
  void adopt(Features&& set);

  [[nodiscard]] std::size_t size() const { return begins_.size() - 1; }
  [[nodiscard]] std::uint64_t features() const { return begins_.back(); }
  [[nodiscard]] std::uint32_t size_of(std::size_t set) const {
    return static_cast<std::uint32_t>(begins_[set + 1] - begins_[set]);
  }

  /// The features of a set; they may be in `scratch` until its next use. Thread-safe once everything is added.
  std::span<const std::uint64_t> get(std::size_t set, Features& scratch) const;

  /// `count` of them, from `first` on.
  std::span<const std::uint64_t> get(std::size_t set, std::size_t first, std::size_t count, Features& scratch) const;

  [[nodiscard]] std::uint64_t spilled_bytes() const { return file_.size(); }

 private:
  struct Slab {
    std::uint64_t begin = 0;   // number of its first feature
    Features features;         // with room for more; empty: in the file
    std::uint64_t offset = 0;  // position in the file, in bytes

    [[nodiscard]] std::size_t memory_bytes() const { return features.capacity() * sizeof(std::uint64_t); }
  };

  static constexpr std::uint64_t kBeginsShare = 8;  // 1/8 of the memory on top, for the begins of sets

  [[nodiscard]] const Slab& slab_of(std::uint64_t feature) const;
  std::uint64_t* room_for(std::size_t count);
  void make_space(std::size_t features);
  void begin_slab(Features&& features);
  void write_last_slab();

  MemoryLease lease_;
  std::uint64_t memory_used_ = 0;
  SpillableMemory begins_memory_;
  SpillableVector<std::uint64_t> begins_;  // number of the first feature of each set, then of all features
  std::vector<Slab> slabs_;
  std::size_t slab_room_ = 0;  // features that the last slab can still take
  TempFile file_;
};

}  // namespace cento
