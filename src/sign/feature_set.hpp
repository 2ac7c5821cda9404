#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/kernel.hpp"
#include "core/memory/plain_vector.hpp"
#include "sign/signer.hpp"

namespace cento {

/// Turns appended features into a set: ascending, each once. Holds scratch memory: one for each thread.
class SetMaker {
 public:
  explicit SetMaker(Kernel kernel = best_kernel()) : kernel_(kernel) {}

  void make_set(Features& features);

 private:
  void sort_small(const std::uint64_t* features, std::size_t count, int skipped_bits, std::uint64_t* sorted);
  void sort_large(Features& features);
  void sort_in_place(Features& features);

  Kernel kernel_;
  Features sorted_;
  PlainVector<std::uint16_t> places_;  // of buckets
};

/// A fingerprint of a set: independent of the order of its features, so that equal sets have equal ones.
[[nodiscard]] Fingerprint fingerprint_of_set(std::span<const std::uint64_t> set);

}  // namespace cento
