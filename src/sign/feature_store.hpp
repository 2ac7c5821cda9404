#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/spill/temp_file.hpp"
#include "sign/placed_sets.hpp"
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

  /// The same without a copy, as long as the budget allows that: the memory of the set is kept.
  void keep(const PlacedSet& set);

  /// How many features fill a piece of memory of a store with this budget.
  [[nodiscard]] static std::size_t slab_features(std::uint64_t memory_bytes);

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
    std::uint64_t begin = 0;                  // number of its first feature
    const std::uint64_t* features = nullptr;  // null: in the file
    std::shared_ptr<const Features> memory;   // where they are
    std::uint64_t offset = 0;                 // position in the file, in bytes
  };

  static constexpr std::uint64_t kBeginsShare = 8;  // 1/8 of the memory on top, for the begins of sets

  [[nodiscard]] const Slab& slab_of(std::uint64_t feature) const;
  std::uint64_t* room_for(std::size_t count);
  [[nodiscard]] bool has_space(std::size_t features) const;
  [[nodiscard]] bool continues(const PlacedSet& set) const;
  void begin_slab(std::size_t room);
  void write_last_slab();

  MemoryLease lease_;
  std::uint64_t memory_used_ = 0;
  SpillableMemory begins_memory_;
  SpillableVector<std::uint64_t> begins_;  // number of the first feature of each set, then of all features
  std::vector<Slab> slabs_;
  std::uint64_t* open_ = nullptr;  // the last slab, if it is the store's own; it has
  std::size_t open_room_ = 0;      // room for this many features, of
  std::size_t open_size_ = 0;      // this many
  bool keeps_ = true;              // whether keep() has found memory so far
  TempFile file_;
};

}  // namespace cento
