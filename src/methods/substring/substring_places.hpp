#pragma once

#include <cstdint>
#include <vector>

#include "align/substring/token_archive.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/memory/spillable_memory.hpp"
#include "methods/substring/run_spool.hpp"
#include "methods/substring/substring.hpp"
#include "methods/substring/substring_signer.hpp"

namespace cento {

/// The positions of the tokens of an archive in documents, and which documents are copies of others; 32 bytes per part,
/// 20 per copied one.
class RunPlaces {
 public:
  /// `memory` holds the data on parts; it and the archive must outlive this.
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

  /// From here on copies count, earlier ones do not, and no part counts as repeated because it has a copy.
  void end_reference();

  /// Records which runs occur earlier. Called once, before ranges are listed.
  void note_earlier(const RunSpool& later);

  /// Calls `use` with the ranges that occur elsewhere, including those of copies, in order, on this thread. This and
  /// the next are defined in substring_listing.hpp.
  template <typename Executor>
  void list_repeated(const RunSpool& repeated, const RunSpool& later, Executor& executor, const UseRange& use) const;

  /// The same for those that occur earlier.
  template <typename Executor>
  void list_later(const RunSpool& later, Executor& executor, const UseRange& use) const;

 private:
  static constexpr std::uint32_t kNoCopy = ~std::uint32_t{0};

  struct PartRow {
    std::uint64_t first_token = 0;
    std::uint64_t earliest = 0;  // first token of the first occurrence of its first run
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
  /// A range to be listed.
  struct Wanted {
    CoveredRun run;
    std::uint32_t copy = kNoCopy;  // the range is this copy, and the run is its original
    bool is_first = false;
  };
  /// What a thread needs to look up ranges.
  struct Readers {
    explicit Readers(const TokenArchive& archive) : here(archive), there(archive) {}

    TokenReader here;
    TokenReader there;
    PlainVector<std::uint64_t> tokens_here;
    PlainVector<std::uint64_t> tokens_there;
  };
  template <typename Executor>
  class Listing;

  template <typename Sink, typename ListRuns>
  void list_with_copies(Sink& wanted, const ListRuns& list_runs) const;
  template <typename Sink>
  void list_runs_of(const PartRow& part, RunCursor& runs, RunCursor& later, Sink& wanted) const;
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
