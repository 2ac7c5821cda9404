#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/memory/spillable_memory.hpp"
#include "read/document.hpp"
#include "sign/signer.hpp"

namespace cento {

/// The fingerprint of the bytes of all parts of a document.
[[nodiscard]] Fingerprint fingerprint_of(std::span<const Part> parts);
[[nodiscard]] inline Fingerprint fingerprint_of(const Document& document) {
  return fingerprint_of(document.parts);
}

/// Collapses identical texts while they are read, on many threads: work on a text is skipped when an earlier one with
/// the same bytes has it done. The first of equal texts is always processed, so that results do not depend on threads;
/// a later one also is if it arrives before an earlier one. 40 to 80 bytes per text.
class TextClaims {
 public:
  /// `memory`: holds the texts and must outlive this; null: the heap.
  explicit TextClaims(SpillableMemory* memory = nullptr);
  ~TextClaims();
  TextClaims(const TextClaims&) = delete;
  TextClaims& operator=(const TextClaims&) = delete;

  /// Whether a text that comes before place `order` claimed the same bytes; if not, this one does. Thread-safe. No two
  /// texts have the same place.
  bool is_copy(const Fingerprint& text, std::uint64_t order);

  /// Forgets all texts and frees their memory. Not thread-safe.
  void clear();

 private:
  struct Shard;

  SpillableMemory* memory_;
  std::unique_ptr<Shard[]> shards_;
};

}  // namespace cento
