#pragma once

#include <cstddef>
#include <cstdint>

#include "core/memory/memory_budget.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// How method pdc divides the memory of its options.
struct PdcMemory {
  explicit PdcMemory(const PdcOptions& options);

  MemoryPart shuffles;          // for each shuffle
  MemoryPart later_shuffles;    // what shuffles keep once the sentences are matched with each other
  MemoryPart places;            // of sentences
  MemoryPart family_places;     // of families
  MemoryPart edge_words;        // words next to passages
  MemoryPart features;          // of sentences
  MemoryPart classes;           // of sentences; more are in a file
  MemoryPart run_hashes;        // if hash_runs() of all contents takes more, runs are hashed each time
  std::size_t long_text_bytes;  // texts of at least this size are read in pieces
  MemoryPart made;              // for what callers of PdcFinder::for_each_batch() make, some lines of text
};

/// How the sentences are read and stored.
[[nodiscard]] SequenceOptions sequence_options(const PdcOptions& options, const PdcMemory& memory);

}  // namespace cento
