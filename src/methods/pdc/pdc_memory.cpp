#include "methods/pdc/pdc_memory.hpp"

#include <algorithm>

namespace cento {

namespace {

// While sentences are read there is one shuffle for identical sentences, and two more for near ones.
constexpr MemoryShare kExactShuffles{"regrouped sentences", 12};
constexpr MemoryShare kNearShuffles{"regrouped sentences", 24};
constexpr MemoryShare kLaterShuffles{"regrouped passages", 20};
constexpr MemoryShare kPlaces{"places of sentences", 20};
constexpr MemoryShare kFamilyPlaces{"places of families", 20};
constexpr MemoryShare kEdgeWords{"words next to passages", 20};
constexpr MemoryShare kFeatures{"features of sentences", 20};
constexpr MemoryShare kClasses{"classes of sentences", 4};  // four bytes a sentence: 40 % of 1 GB for 8 GB of text
constexpr MemoryShare kRunHashes{"hashes of runs of sentences", 8};
constexpr MemoryShare kLongText{"long texts", 64};  // intermediate data of a text takes twice its bytes
constexpr MemoryShare kMade{"results being written", 64};
constexpr std::uint64_t kLongTextLeast = std::uint64_t{1} << 20U;
constexpr std::uint64_t kLaterShufflesMost = std::uint64_t{32} << 20U;  // the most they usually need
// Features are read again for candidates only, and these are few: most of them may be in a file.
constexpr std::uint64_t kFeaturesMost = std::uint64_t{8} << 20U;

MemoryPart part(const PdcOptions& options, const MemoryShare& share) {
  return MemoryBudget(options.memory_bytes, options.ledger).part(share);
}

}  // namespace

PdcMemory::PdcMemory(const PdcOptions& options)
    : shuffles(part(options, options.passages.match == SentenceMatching::exact ? kExactShuffles : kNearShuffles)),
      later_shuffles(part(options, kLaterShuffles).at_most(kLaterShufflesMost)),
      places(part(options, kPlaces)),
      family_places(part(options, kFamilyPlaces)),
      edge_words(part(options, kEdgeWords)),
      features(part(options, kFeatures).at_most(kFeaturesMost)),
      classes(part(options, kClasses)),
      run_hashes(part(options, kRunHashes)),
      long_text_bytes(std::max(kLongTextLeast, part(options, kLongText).bytes)),
      made(part(options, kMade)) {}

SequenceOptions sequence_options(const PdcOptions& options, const PdcMemory& memory) {
  SequenceOptions sequence;
  sequence.memory = memory.places;
  sequence.class_memory = memory.classes;
  sequence.temp_dir = options.temp_dir;
  sequence.keep_edge_words = options.passages.edges == PassageEdges::word;
  sequence.long_text_bytes = memory.long_text_bytes;
  if (options.passages.match == SentenceMatching::exact) return sequence;
  sequence.near.emplace();
  sequence.near->signature = options.passages.signature;
  sequence.near->threshold = options.passages.threshold;
  sequence.near->tokens = options.tokens;
  sequence.near->memory = memory.features;
  sequence.near->temp_dir = options.temp_dir;
  return sequence;
}

}  // namespace cento
