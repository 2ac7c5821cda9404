#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "cento/pairs.hpp"

namespace cento {

/// What is removed from a collection.
enum class DedupLevel : std::uint8_t {
  document,  // near-duplicate documents
  passage,   // runs of sentences that occur earlier, cut out of the texts
  sentence,  // single sentences that occur earlier
};

struct DedupOptions : DuplicateOptions, CutRule {
  DedupLevel level = DedupLevel::document;
  std::optional<Source> against;  // also remove what this collection contains
};

struct DedupSummary : DuplicateSummary {
  std::uint64_t kept = 0;     // documents
  std::uint64_t removed = 0;  // documents; 0 at the levels of passages and sentences
  std::uint64_t cuts = 0;     // stretches of texts
  std::uint64_t cut_sentences = 0;
  std::uint64_t cut_bytes = 0;
};

/// Gets the results of dedup(), one record at a time, from one thread, in the order of the documents.
class CENTO_VISIBLE DedupSink {
 public:
  virtual ~DedupSink();

  /// A document that is removed, with the one that stays and how similar they are.
  virtual void removal(const RemovalRecord& record);
  /// A stretch to cut out, and where the same stays.
  virtual void cut(const CutRecord& record);
};

/// Finds what to remove so that nothing repeats. Every removed document was compared with the one that stays. Throws
/// Error, UsageError, Stopped.
CENTO_VISIBLE DedupSummary dedup(const Source& source, const DedupOptions& options, DedupSink& sink,
                                 const RunOptions& run = {});

/// The near-duplicates of a collection, found once: what to remove can then be chosen for one threshold after another.
/// Takes memory for the ids and pairs of documents, not for their texts.
class CENTO_VISIBLE Duplicates {
 public:
  /// Finds them. The level of the options must be that of documents. Throws as dedup() does.
  Duplicates(const Source& source, const DedupOptions& options, const RunOptions& run = {});
  ~Duplicates();
  Duplicates(Duplicates&&) noexcept;
  Duplicates& operator=(Duplicates&&) noexcept;

  /// Hands on what dedup() would with this threshold, which may not be less than that of the options. Throws UsageError
  /// when it is.
  DedupSummary choose(double threshold, DedupSink& sink) const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
