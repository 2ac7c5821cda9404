#pragma once

#include <string>

#include "duplicate_search.hpp"
#include "group/sources.hpp"
#include "methods/repeated_sentences.hpp"
#include "write/clean_output.hpp"

namespace cento::cli {

struct DedupOptions : DuplicateOptions {
  std::string level = "document";  // what is removed: document, passage or sentence
  std::string audit_file;          // empty: none
  bool as_jsonl = false;
  double warn_share = SourceLossOptions{}.share;
  RepeatOptions repeats;       // passage, sentence
  bool drops_emptied = false;  // passage, sentence: documents that lose all their text go
};

inline constexpr std::uint64_t kLogShare = 16;  // of the memory, for where the records stand, and for each pipe

[[nodiscard]] CleanOutputOptions output_options(const DedupOptions& options);

/// The files that dedup reads and writes, besides its inputs.
[[nodiscard]] FileUses dedup_uses(const DedupOptions& options);

/// `cento dedup --level passage|sentence`: the collection without what stands in it before.
UnusedInput dedup_passages(const DedupOptions& options);

}  // namespace cento::cli
