#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/span.hpp"
#include "group/survivors.hpp"

namespace cento {

/// A verified pair of classes, each named by its best member: `earlier` is decided before `later`, which is not in the
/// reference.
struct RankedPair {
  DocId later = 0;
  DocId earlier = 0;
  bool earlier_is_reference = false;
  std::uint32_t shared = 0;
  std::uint32_t size_later = 0;
  std::uint32_t size_earlier = 0;
};

/// A document that is removed, and why.
struct StreamedVerdict {
  DocId document = 0;
  Verdict verdict;
};

/// Decides as choose_survivors() does, for pairs that come one after another: ascending by the rank of the later class,
/// then by that of the earlier one (the reference before all others). Holds only the removed documents.
class SurvivorStream {
 public:
  SurvivorStream();
  ~SurvivorStream();

  /// Appends the verdict on the class of the pairs before, if this pair is of another and it is removed.
  void add(const RankedPair& pair, std::vector<StreamedVerdict>& out);
  /// The same for the last class. Called once, after all pairs.
  void finish(std::vector<StreamedVerdict>& out);

 private:
  struct Removed;

  std::unique_ptr<Removed> removed_;
  std::optional<DocId> later_;  // of the pairs that came last
  Verdict verdict_;             // on it, so far
};

}  // namespace cento
