#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection_run.hpp"
#include "core/spillable_memory.hpp"
#include "group/document_table.hpp"
#include "group/part_names.hpp"
#include "methods/sentence_sequence.hpp"
#include "write/passage_records.hpp"

namespace cento::cli {

/// What is done with batches by the method that runs: `read` on any thread, `add` in input order.
struct ScanSteps {
  std::function<std::shared_ptr<void>(const DocumentBatch&)> read;
  std::function<void(void*)> add;
};

/// The documents of a scan: reads the reference and the inputs, and names documents and parts in records.
class ScanDocuments {
 public:
  /// `options` and `run` must outlive it. `against` names the files of the reference, if any.
  ScanDocuments(const SharedOptions& options, const std::vector<std::string>& against, CollectionRun& run);

  /// Has pipes kept, so that they can be read again.
  void keep_pipes();

  /// Reads everything; `end_reference` is called between the reference and the inputs.
  void read(const ScanSteps& steps, const std::function<void()>& end_reference);

  /// Reads everything once more, without telling of bad records again.
  void read_again(const ScanSteps& steps);

  [[nodiscard]] const DocumentTable& table() const { return table_; }
  [[nodiscard]] const RunTotals& totals() const { return totals_; }
  /// Documents of the reference come first, so many.
  [[nodiscard]] DocId references() const { return references_; }

  /// A stretch as records name it. `place` is where the document's place is kept if its id is not unique.
  [[nodiscard]] NamedStretch name(const PartOfDocument& part, const PassageSide& where, std::string& place) const;
  [[nodiscard]] NamedDocument name(DocId document, std::string& place) const;
  /// The name of a part, or nothing if it is the document's only one.
  [[nodiscard]] std::string_view part_name(const PartOfDocument& part) const {
    return part_names_.name(part.document, part.part);
  }

 private:
  void read_from(const InputList& inputs, const ScanSteps& steps);

  const SharedOptions& options_;
  CollectionRun& run_;
  std::optional<InputList> reference_inputs_;
  SpillableMemory document_memory_;
  DocumentTable table_;
  RepeatedIds repeated_ids_;
  RunTotals totals_;
  DocId references_ = 0;
  PartNames part_names_;
};

}  // namespace cento::cli
