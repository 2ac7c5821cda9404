#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/memory/freed_memory.hpp"
#include "core/memory/plain_vector.hpp"

namespace cento {

/// Remembers which sentences were signed, approximately: a sentence may be displaced by another, and is then signed
/// again. Any number of threads. Used by SentenceReader.
class SignedBefore {
 public:
  /// Remembers at most 2^bits sentences.
  explicit SignedBefore(std::size_t bits) : shift_(64 - bits), slots_(std::size_t{1} << bits, 0) {}

  /// Prefetches the memory for a later question.
  void prepare(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash >> shift_], 1); }

  /// Whether the sentence is known to be signed; if not, it is recorded as signed.
  bool is_known(std::uint64_t hash) {
    const std::atomic_ref slot(slots_[hash >> shift_]);
    if (slot.load(std::memory_order_relaxed) == hash) return true;
    slot.store(hash, std::memory_order_relaxed);
    return false;
  }

  void clear() { release(slots_); }

 private:
  std::size_t shift_;
  PlainVector<std::uint64_t> slots_;  // in huge pages, which need few TLB entries
};

}  // namespace cento
