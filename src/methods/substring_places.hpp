#pragma once

#include <cstdint>
#include <vector>

#include "align/substring_runs.hpp"
#include "align/token_archive.hpp"
#include "core/executor.hpp"
#include "methods/substring.hpp"
#include "methods/substring_signer.hpp"

namespace cento {

/// Where the tokens of an archive stand in documents, and which documents are copies of others.
class RunPlaces {
 public:
  RunPlaces(const TokenArchive& archive, std::uint32_t run_tokens) : archive_(archive), run_tokens_(run_tokens) {}

  /// The number that the next part will have.
  [[nodiscard]] std::uint32_t next_part() const { return static_cast<std::uint32_t>(parts_.size()); }

  /// Adds a part; its tokens are in the archive from `first_token` on. Parts ascend by document and token.
  void add_part(DocId document, const SignedPart& part, std::uint64_t first_token);

  /// Adds a part that has the tokens of an earlier one. Copies ascend by document and part.
  void add_copy(DocId document, const SignedPart& part, std::uint32_t original);

  /// From here on copies count, those so far do not, and no part counts as repeated for having a copy.
  void end_reference();

  /// The ranges that runs cover, those of copies included.
  void list_ranges(CoveredRuns&& runs, LocalExecutor& executor, RepeatedText& out) const;

 private:
  static constexpr std::uint32_t kNoCopy = ~std::uint32_t{0};

  struct PartRow {
    std::uint64_t first_token = 0;
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
  struct Readers;

  [[nodiscard]] const PartRow& part_of(std::uint64_t token) const;
  [[nodiscard]] std::vector<CoveredRun> with_copied_parts(const std::vector<CoveredRun>& runs) const;
  [[nodiscard]] std::uint64_t other_place(const PartRow& part, const CoveredRun* run) const;
  [[nodiscard]] std::vector<CoveredRun> originals_of_copies(const std::vector<CoveredRun>& later) const;
  [[nodiscard]] RunPlace place_of(std::uint64_t begin, std::uint64_t end, TokenReader& reader) const;
  [[nodiscard]] RunPlace place_of_copy(const CopyRow& copy) const;
  [[nodiscard]] RunPlace also_of(const CoveredRun& run, Readers& readers) const;
  [[nodiscard]] std::uint64_t agreeing_tokens(std::uint64_t a, std::uint64_t b, std::uint64_t most,
                                              Readers& readers) const;
  [[nodiscard]] std::vector<RepeatedRange> ranges_of(const std::vector<CoveredRun>& runs,
                                                     LocalExecutor& executor) const;
  [[nodiscard]] std::vector<RepeatedRange> ranges_of_copies(const std::vector<CoveredRun>& originals,
                                                            LocalExecutor& executor) const;

  const TokenArchive& archive_;
  std::uint32_t run_tokens_;
  bool has_reference_ = false;
  std::vector<PartRow> parts_;
  std::vector<CopyRow> copies_;
};

}  // namespace cento
