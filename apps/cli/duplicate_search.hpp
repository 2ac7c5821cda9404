#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collection_run.hpp"
#include "core/spillable_memory.hpp"
#include "group/document_table.hpp"
#include "group/survivors.hpp"
#include "methods/near_duplicates.hpp"
#include "sign/document_frequencies.hpp"
#include "write/pair_records.hpp"

namespace cento::cli {

class CommandParser;

/// Options of the commands that look for near-duplicate documents.
struct DuplicateOptions : SharedOptions {
  NearDuplicateOptions finding;
  std::string statistics_file;       // tables of `cento stats`; empty: counted in the inputs where needed
  std::string keep = "first";        // which document of a cluster stays
  std::vector<std::string> against;  // a reference collection
};

/// The files that finding reads besides the inputs.
[[nodiscard]] FileUses uses_of(const DuplicateOptions& options);

void add_finding_options(CommandParser& command, DuplicateOptions& options);
void add_keep_option(CommandParser& command, DuplicateOptions& options);

/// Reads collections and finds the near-duplicate documents in them, for the commands that show or remove them.
class DuplicateSearch {
 public:
  /// `options` and `run` must outlive it. Throws UsageError as NearDuplicateFinder does.
  DuplicateSearch(const DuplicateOptions& options, CollectionRun& run);
  ~DuplicateSearch();

  /// Reads the reference, if there is one, and then the inputs; `note` gets each batch of the inputs, in order.
  void read(const std::function<void(const DocumentBatch&)>& note = {});

  /// Joins. Called once, after read().
  void find();

  [[nodiscard]] const NearDuplicates& found() const { return found_; }
  [[nodiscard]] const DocumentTable& documents() const { return documents_; }
  /// Documents of the reference come first, so many.
  [[nodiscard]] DocId references() const { return references_; }
  [[nodiscard]] const RunTotals& totals() const { return totals_; }

  /// Who stays, by --keep.
  [[nodiscard]] std::vector<Verdict> choose() const;
  [[nodiscard]] std::vector<std::uint8_t> reference_flags() const;
  /// Why a document goes, as the user reads it: "identical", "same words", …
  [[nodiscard]] std::string_view reason(Removal removal) const;

  /// A document as records name it: with its place if its id is not unique. `place` is where that is kept.
  [[nodiscard]] NamedDocument name(DocId document, std::string& place) const;
  [[nodiscard]] bool has_repeated_ids() const { return repeated_ids_.ids > 0; }

 private:
  void read_from(const InputList& inputs, const std::function<void(const DocumentBatch&)>& note);
  void load_statistics();
  void tell_banding(const Banding& banding);
  void tell_results();

  const DuplicateOptions& options_;
  CollectionRun& run_;
  std::optional<InputList> reference_inputs_;  // the places of documents refer to the names in it
  DocumentFrequencies tokens_;
  DocumentFrequencies known_features_;
  std::unique_ptr<NearDuplicateFinder> finder_;
  SpillableMemory document_memory_;
  DocumentTable documents_;
  RepeatedIds repeated_ids_;
  DocId references_ = 0;
  RunTotals totals_;
  NearDuplicates found_;
};

}  // namespace cento::cli
