#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "cento/method_options.hpp"
#include "cento/options.hpp"
#include "cento/passed_on.hpp"
#include "cento/records.hpp"
#include "cento/source.hpp"
#include "cento/visible.hpp"

namespace cento {

struct ScanOptions : ListingOptions {
  PassageOptions passages;
  std::string statistics_file;    // tables of `cento stats`; empty: counted in the source where needed
  std::optional<Source> against;  // only what the source shares with this collection is found
};

struct ScanSummary : JobSummary {
  std::uint64_t sentences = 0;
  std::uint64_t distinct_sentences = 0;
  std::uint64_t document_pairs = 0;
  std::uint64_t near_duplicate_pairs = 0;
  std::uint64_t passages = 0;
  std::uint64_t families = 0;
  std::uint64_t family_places = 0;
  std::uint64_t boilerplate_families = 0;
  std::uint64_t families_without_pairs = 0;  // in too many documents: see ScanOptions::pairs_up_to
  std::uint64_t capped = 0;                  // groups too repetitive to compare all: something may be missing
};

/// Some of the records of a scan.
struct PassageBatch {
  std::span<const PassageRecord> passages;
  std::span<const PairRecord> documents;  // the pairs of documents that share passages
  std::span<const FamilyPiece> families;
};

/// Gets the results of scan(): passages and pairs of documents, ascending, then families. render() may run on several
/// threads at once; take() gets what it returned, in order, one at a time.
class CENTO_VISIBLE PassageSink {
 public:
  PassageSink() = default;
  virtual ~PassageSink();
  PassageSink(const PassageSink&) = delete;
  PassageSink& operator=(const PassageSink&) = delete;

  [[nodiscard]] virtual std::unique_ptr<PassedOn> render(const PassageBatch& batch) = 0;
  virtual void take(PassedOn& rendered) = 0;
};

/// Finds the passages that documents share, with their place on both sides. Throws Error, UsageError, Stopped.
CENTO_VISIBLE ScanSummary scan(const Source& source, const ScanOptions& options, PassageSink& sink,
                               const RunOptions& run = {});

}  // namespace cento
