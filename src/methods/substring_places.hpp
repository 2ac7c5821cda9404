#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "align/token_archive.hpp"
#include "core/executor.hpp"
#include "core/spillable_memory.hpp"
#include "methods/run_spool.hpp"
#include "methods/substring.hpp"
#include "methods/substring_signer.hpp"

namespace cento {

/// Where the tokens of an archive stand in documents, and which documents are copies of others; 32 bytes a part, 20 a
/// copied one.
class RunPlaces {
 public:
  /// `memory` holds what is kept of parts; it and the archive must outlive this.
  RunPlaces(const TokenArchive& archive, std::uint32_t run_tokens, SpillableMemory& memory)
      : archive_(archive),
        run_tokens_(run_tokens),
        parts_(SpillableAllocator<PartRow>(&memory)),
        copies_(SpillableAllocator<CopyRow>(&memory)) {}

  /// The number that the next part will have.
  [[nodiscard]] std::uint32_t next_part() const { return static_cast<std::uint32_t>(parts_.size()); }

  /// Adds a part; its tokens are in the archive from `first_token` on. Parts ascend by document and token.
  void add_part(DocId document, const SignedPart& part, std::uint64_t first_token);

  /// Adds a part that has the tokens of an earlier one. Copies ascend by document and part.
  void add_copy(DocId document, const SignedPart& part, std::uint32_t original);

  /// From here on copies count, those so far do not, and no part counts as repeated for having a copy.
  void end_reference();

  /// Tells which runs stand earlier. Called once, before ranges are listed.
  void note_earlier(const RunSpool& later);

  /// Calls `use` with the ranges that stand elsewhere, those of copies included, in order, on this thread.
  void list_repeated(const RunSpool& repeated, const RunSpool& later, LocalExecutor& executor,
                     const UseRange& use) const;

  /// The same with those that stand earlier.
  void list_later(const RunSpool& later, LocalExecutor& executor, const UseRange& use) const;

 private:
  static constexpr std::uint32_t kNoCopy = ~std::uint32_t{0};

  struct PartRow {
    std::uint64_t first_token = 0;
    std::uint64_t earliest = 0;  // first token of the first place where its first run stands
    std::uint32_t token_count = 0;
    DocId document = 0;
    std::uint32_t part = 0;
    std::uint32_t first_copy = kNoCopy;

    [[nodiscard]] std::uint64_t end_token() const { return first_token + token_count; }
  };
  struct CopyRow {
    DocId document = 0;
    std::uint32_t part = 0;
    std::uint32_t original = 0;
    Span bytes;
  };
  /// A range that is to be listed.
  struct Wanted {
    CoveredRun run;
    std::uint32_t copy = kNoCopy;  // the range is this copy, and the run is its original
    bool is_first = false;
  };
  struct Readers;
  class Listing;

  template <typename ListRuns>
  void list_with_copies(Listing& listing, const ListRuns& list_runs) const;
  void list_runs_of(const PartRow& part, RunCursor& runs, RunCursor& later, Listing& listing) const;
  [[nodiscard]] const PartRow& part_of(std::uint64_t token) const;
  [[nodiscard]] CoveredRun whole_part(const PartRow& part, const CoveredRun* first_run) const;
  [[nodiscard]] Wanted wanted_copy(std::uint32_t copy) const;
  [[nodiscard]] RepeatedRange range_of(const Wanted& wanted, Readers& readers) const;
  [[nodiscard]] RunPlace place_of(std::uint64_t begin, std::uint64_t end, TokenReader& reader) const;
  [[nodiscard]] RunPlace place_of_copy(const CopyRow& copy) const;
  [[nodiscard]] RunPlace also_of(const CoveredRun& run, Readers& readers) const;
  [[nodiscard]] std::uint64_t agreeing_tokens(std::uint64_t a, std::uint64_t b, std::uint64_t most,
                                              Readers& readers) const;

  const TokenArchive& archive_;
  std::uint32_t run_tokens_;
  bool has_reference_ = false;
  SpillableVector<PartRow> parts_;
  SpillableVector<CopyRow> copies_;
};

}  // namespace cento
