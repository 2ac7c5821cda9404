#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cento/method_options.hpp"
#include "cento/option_table.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/parallel/progress.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// Method pdc: partial duplicates with their position on both sides, after Zhang, Zhang, Yu and Huang (SIGIR 2010).
struct PdcOptions {
  PassageOptions passages;
  /// K: pairs are listed for what occurs in at most this many documents; what occurs in more is reported only as a
  /// family. kAll gives the paper's result.
  std::uint32_t pairs_up_to = ListingOptions{}.pairs_up_to;
  static constexpr std::uint32_t kAll = ListingOptions::kAll;
  const DocumentFrequencies* tokens = nullptr;  // for signatures that need statistics; must outlive the finder
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;            // for intermediate data when memory is short; empty: the system default
  Progress* progress = nullptr;    // advanced by the work after reading; may be null
  MemoryLedger* ledger = nullptr;  // records who used how much of the memory; may be null
};

/// Throws UsageError for names of features that do not exist (docs/signatures.md). Whether statistics that they need
/// are available is checked later.
void check_sentence_features(const std::string& name);

/// The options of passages that all who look for them have.
[[nodiscard]] OptionTable options_of(SentenceSimilarity& options);
[[nodiscard]] OptionTable length_options(std::uint32_t& min_sentences, std::uint32_t& max_gap);

struct PdcCounts {
  std::uint64_t identical_documents = 0;  // parts of documents whose bytes came earlier
  std::uint64_t near_sentence_pairs = 0;  // of distinct sentences
  std::uint64_t families = 0;
  std::uint64_t family_places = 0;       // of documents, identical ones included
  std::uint64_t families_only = 0;       // in more than K documents: their pairs are not listed
  std::uint64_t identical_only = 0;      // texts in more than K documents, likewise
  std::uint64_t proposed_pairs = 0;      // of texts, which were then matched as a whole
  std::uint64_t passages = 0;            // of texts; documents may have more
  std::uint64_t capped_groups = 0;       // see Families
  std::uint64_t capped_columns = 0;      // see ContentMatcher
  std::uint64_t capped_near_groups = 0;  // see NearSentences: pairs of sentences may be missing
  std::uint64_t spilled_bytes = 0;
};

}  // namespace cento
