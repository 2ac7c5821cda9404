#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hash/mix64.hpp"
#include "core/spill/task_steps.hpp"
#include "methods/qsign/reuse_options.hpp"
#include "read/document.hpp"
#include "sign/bits/bit_signature.hpp"
#include "sign/bits/qsign_theory.hpp"
#include "sign/signer.hpp"

namespace cento {

/// What all tasks that find reused sentences know. The documents that sentences are reused from, the *known* ones, come
/// first; the others are *asked*.
struct ReuseTask : TaskLayout {
  ReuseOptions options;
  BitShape shape;  // of signatures, for qsign
  bool has_word_counts =
      false;                   // words weigh log(N / df) by their counts in the known documents; otherwise all the same
  DocId known = 0;             // how many there are
  bool known_has_ids = false;  // of several known documents with an id, the last one counts, as in an index
  bool asked_has_ids = false;  // the known document with its id is not reported for an asked one
  bool is_same = false;        // the known documents are the asked ones; without ids, none is reported for itself

  [[nodiscard]] bool is_known(std::size_t part) const { return parts.begin(part) < known; }
  [[nodiscard]] bool has_bits() const { return options.way == ReuseWay::qsign; }
  [[nodiscard]] std::size_t signature_bytes() const { return has_bits() ? sizeof(BitSignature) : 0; }
};

[[nodiscard]] inline std::size_t group_of_reuse_word(std::uint64_t word, std::size_t groups) {
  return group_of(mix64(word), groups);
}
[[nodiscard]] inline std::size_t group_of_id(const Fingerprint& id, std::size_t groups) {
  return group_of(mix64(id.high), groups);
}

}  // namespace cento
