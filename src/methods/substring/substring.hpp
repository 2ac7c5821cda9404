#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "cento/method_options.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/parallel/progress.hpp"
#include "core/span.hpp"
#include "read/document.hpp"

namespace cento {

struct SignedRuns;

/// How repeated runs of tokens are found, and with what.
struct SubstringOptions : RunRule {
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;            // for intermediate data when memory is short; empty: the system default
  Progress* progress = nullptr;    // advanced by the work after reading; may be null
  MemoryLedger* ledger = nullptr;  // records who used how much of the memory; may be null
};

/// Half-open range of the tokens of a part, counted from 0.
struct TokenSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] std::uint32_t size() const { return end - begin; }

  friend bool operator==(const TokenSpan&, const TokenSpan&) = default;
};

/// Tokens in a row in a document.
struct RunPlace {
  DocId document = 0;
  std::uint32_t part = 0;  // number in Document::parts
  TokenSpan tokens;
  Span bytes;  // from the begin of its first token to the end of its last, in the part

  friend bool operator==(const RunPlace&, const RunPlace&) = default;
};

/// A maximal range of tokens each of which is in some run of min_tokens tokens that also occurs elsewhere.
struct RepeatedRange {
  RunPlace place;
  /// Where else the beginning of the range occurs: the first other place, in the collection's order, of its first
  /// min_tokens tokens, extended as far as the tokens agree and the range goes. It may overlap the range.
  RunPlace also;
  bool is_first = true;  // no run of min_tokens tokens in it occurs earlier

  friend bool operator==(const RepeatedRange&, const RepeatedRange&) = default;
};

struct SubstringCounts {
  std::uint64_t tokens = 0;            // of parts that are long enough for a run
  std::uint64_t identical = 0;         // documents with the same tokens as an earlier one
  std::uint64_t stretches = 0;         // stretches that were regrouped
  std::uint64_t compared_windows = 0;  // runs of min_tokens tokens that had to be compared one by one
  std::uint64_t repeated_ranges = 0;
  std::uint64_t repeated_tokens = 0;  // tokens in them
  std::uint64_t repeated_bytes = 0;
  std::uint64_t later_ranges = 0;
  std::uint64_t later_tokens = 0;
  std::uint64_t later_bytes = 0;
  std::uint64_t spilled_bytes = 0;

  friend bool operator==(const SubstringCounts&, const SubstringCounts&) = default;
};

/// Takes ranges in the order of document, part and token. The ranges of a list neither overlap nor touch.
using UseRange = std::function<void(const RepeatedRange&)>;

/// Finds repeated runs of tokens in the documents of a collection, across documents and within them; a run does not
/// extend from one part into the next. Time and memory are linear in the collection, however often something repeats.
///
/// How: every run of min_tokens tokens has an anchor (winnowing), which depends on its tokens alone; runs in a row with
/// the same anchor make a stretch (align/substring/substring_stretches.hpp), about one per 15 tokens. Stretches are
/// regrouped by anchor. If all in a group have the same tokens, nothing remains to be compared; otherwise the runs in
/// them are regrouped by fingerprints. What repeats, sorted, gives the ranges. Identical documents are collapsed first.
class SubstringFinder {
 public:
  /// Throws UsageError when min_tokens is out of range, 1 to 65,536.
  explicit SubstringFinder(const SubstringOptions& options);
  ~SubstringFinder();

  /// Signs the documents of a batch; called on any thread, as `work` of a BatchStep.
  [[nodiscard]] std::shared_ptr<SignedRuns> sign(const DocumentBatch& batch) const;

  /// Takes and consumes the result of sign(); called in input order, as its `take`.
  void add(SignedRuns& batch);

  /// Makes what was added so far the reference: from then on, only what also occurs in it is found, and only in
  /// documents after it. Called at most once, when nothing is being signed.
  void end_reference();

  /// Lists what occurs more than once; called once, after everything was added. Throws Error when the temporary folder
  /// is full.
  /// `repeated` gets the tokens that are in a run of at least min_tokens tokens that also occurs at another place: in
  /// the same part, even overlapping, in another part or in another document. The result is exact, up to hash
  /// collisions (64-bit hashes of tokens, 128-bit fingerprints of runs).
  /// Then `later`, if given, gets the tokens that are in such a run that also occurs *earlier*: what to cut so that the
  /// first occurrence stays. Each of these ranges lies in one of the above; `also` is earlier, and is_first false.
  SubstringCounts find(const UseRange& repeated, const UseRange& later = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
