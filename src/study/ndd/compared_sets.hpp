#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/span.hpp"
#include "sign/feature_store.hpp"
#include "sign/signer.hpp"

namespace cento {

/// Which sizes a resemblance rate (RR) is divided by when only some shingles were kept.
enum class RrSizes {
  kept,  // of the sets that were kept
  all    // of the whole sets, as carried along by ndd's MapReduce
};

/// The sets of shingles that documents are compared by, each kept once. Written by one thread, then read by many.
class ComparedSets {
 public:
  /// In place of a set's number: there is nothing to compare.
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// `memory` limits the store; `temp_dir`: empty for the system default.
  ComparedSets(const MemoryPart& memory, const std::string& temp_dir);
  ~ComparedSets();
  ComparedSets(const ComparedSets&) = delete;
  ComparedSets& operator=(const ComparedSets&) = delete;

  /// Adds a set (ascending) that `documents` documents have, and returns its number: that of an equal one if there is
  /// one, kNone if it is empty. `fingerprint` is fingerprint_of_set().
  std::uint32_t add(std::span<const std::uint64_t> set, const Fingerprint& fingerprint, std::uint32_t documents);

  /// The same for a set that counts as having `size` shingles in RR, and is never merged with an equal one.
  std::uint32_t add_apart(std::span<const std::uint64_t> set, std::uint32_t size, std::uint32_t documents);

  /// Frees the memory that only add() needs.
  void finish_adding();

  [[nodiscard]] std::size_t size() const { return documents_.size(); }
  [[nodiscard]] const FeatureStore& store() const { return store_; }
  [[nodiscard]] std::uint32_t documents(std::uint32_t set) const { return documents_[set]; }

  /// The RR of two sets that share `shared` shingles.
  [[nodiscard]] double rr(std::uint32_t a, std::uint32_t b, std::uint32_t shared) const {
    return static_cast<double>(shared) / static_cast<double>(std::uint64_t{sizes_[a]} + sizes_[b] - shared);
  }
  /// The RR of two documents that have the same set.
  [[nodiscard]] double rr_within(std::uint32_t set) const { return rr(set, set, store_.size_of(set)); }

 private:
  struct Numbers;

  FeatureStore store_;
  std::vector<std::uint32_t> documents_;
  std::vector<std::uint32_t> sizes_;
  std::unique_ptr<Numbers> numbers_;
};

/// Whether a shingle is kept.
using KeepsShingle = std::function<bool(std::uint64_t)>;

/// The remainders of sets when some shingles are left out.
struct KeptSets {
  /// `memory` and `temp_dir` as in ComparedSets.
  KeptSets(const ComparedSets& all, const KeepsShingle& keeps, RrSizes rr_sizes, const MemoryPart& memory,
           const std::string& temp_dir);

  ComparedSets sets;
  std::vector<std::uint32_t> number_of;  // by whole set; ComparedSets::kNone if nothing is left of it
};

}  // namespace cento
