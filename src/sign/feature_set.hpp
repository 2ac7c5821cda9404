#pragma once

#include <cstdint>
#include <span>

#include "core/bucket_sort.hpp"
#include "sign/signer.hpp"

namespace cento {

/// Turns features as they were appended into a set: ascending, each once. Holds scratch memory: one for each thread.
class SetMaker {
 public:
  void make_set(Features& features);

 private:
  Features sorted_;
  BucketSortScratch buckets_;
};

/// A fingerprint of a set: of its features in any order, so that equal sets have equal ones.
[[nodiscard]] Fingerprint fingerprint_of_set(std::span<const std::uint64_t> set);

}  // namespace cento
