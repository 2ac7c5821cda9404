#pragma once

#include <string>

#include "flags/duplicate_flags.hpp"
#include "group/sources.hpp"
#include "write/clean/clean_output.hpp"

namespace cento::cli {

struct DedupFlags : DuplicateFlags {
  std::string level = "document";  // what to remove: document, passage or sentence
  std::string audit_file;          // empty: none
  bool as_jsonl = false;
  double warn_share = SourceLossOptions{}.share;
  CutRule cutting;             // passage, sentence
  bool drops_emptied = false;  // passage, sentence: remove documents that lose all their text
};

inline constexpr MemoryShare kLog{"places of records", 16};
inline constexpr MemoryShare kPipes{"inputs that can be read only once", 16};

[[nodiscard]] CleanOutputOptions output_options(const DedupFlags& options, const Job& job);

/// The files that dedup reads and writes, besides its inputs.
[[nodiscard]] FileUses dedup_uses(const DedupFlags& options);

/// `cento dedup --level passage|sentence`: the collection without text that occurs earlier in it.
UnusedInput dedup_passages(DedupFlags& options);

}  // namespace cento::cli
