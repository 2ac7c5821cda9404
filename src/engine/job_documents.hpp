#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/memory/spillable_memory.hpp"
#include "engine/collection_totals.hpp"
#include "engine/job.hpp"
#include "group/document_table.hpp"
#include "group/part_names.hpp"
#include "write/records/passage_records.hpp"

namespace cento {

/// Both collections of a job.
struct JobCollections {
  Collection& inputs;
  Collection* reference = nullptr;  // read first; null: there is none
};

/// The documents of a job: reads the reference and the inputs for a method, keeps what results need to know of each
/// document, and names documents in records.
class JobDocuments {
 public:
  /// `job` and the collections must outlive it. `keep` decides which documents are preferred.
  JobDocuments(Job& job, const JobCollections& collections, const KeepPolicy& keep);

  /// Makes both collections readable again.
  void keep_collections();

  /// Reads everything. `make(batch)` is called on any thread; `add(what it returned)` in input order, and after it
  /// `note(batch)` for batches of the inputs; `end_reference()` between the reference and the inputs.
  template <typename Make, typename Add, typename EndReference, typename Note>
  void read(const Make& make, const Add& add, const EndReference& end_reference, const Note& note) {
    if (collections_.reference != nullptr) {
      read_from(*collections_.reference, make, add, [](const DocumentBatch&) {});
      begin_inputs();
      end_reference();
    }
    read_from(collections_.inputs, make, add, note);
    repeated_ids_ = table_.repeated_ids();
  }
  template <typename Make, typename Add, typename EndReference>
  void read(const Make& make, const Add& add, const EndReference& end_reference) {
    read(make, add, end_reference, [](const DocumentBatch&) {});
  }

  /// Reads everything once more, without reporting bad records again.
  template <typename Make, typename Add>
  void read_again(const Make& make, const Add& add) {
    WorkAndTake step{make, [&](DocumentBatch& /*batch*/, auto& made) { add(made); }};
    if (collections_.reference != nullptr) job_.read_quietly(*collections_.reference, step);
    job_.read_quietly(collections_.inputs, step);
  }

  [[nodiscard]] const DocumentTable& table() const { return table_; }
  [[nodiscard]] const RepeatedIds& repeated_ids() const { return repeated_ids_; }
  /// Of the inputs alone.
  [[nodiscard]] const CollectionTotals& totals() const { return totals_; }
  /// The number of documents of the reference, which come first.
  [[nodiscard]] DocId references() const { return references_; }
  /// For each document whether it is of the reference; empty when there is none.
  [[nodiscard]] std::vector<std::uint8_t> reference_flags() const;

  /// A document as records name it. `place` holds the document's place if its id is not unique.
  [[nodiscard]] NamedDocument name(DocId document, std::string& place) const;
  /// The same; a place is added to `places`, whose strings stay where they are.
  [[nodiscard]] NamedDocument name(DocId document, std::deque<std::string>& places) const;
  [[nodiscard]] NamedStretch name(DocId document, std::uint32_t part, const PassageSide& where,
                                  std::string& place) const;
  /// The name of a part, or nothing if it is the document's only one.
  [[nodiscard]] std::string_view part_name(DocId document, std::uint32_t part) const {
    return part_names_.name(document, part);
  }

 private:
  /// What is made of a batch.
  template <typename Made>
  struct ReadBatch {
    Made made;
    std::vector<DocumentFacts> facts;
  };

  template <typename Make, typename Add, typename Note>
  void read_from(const Collection& collection, const Make& make, const Add& add, const Note& note) {
    using Read = ReadBatch<decltype(make(std::declval<DocumentBatch&>()))>;
    const auto work = [&](DocumentBatch& batch) { return Read{make(batch), facts_of(batch)}; };
    const auto take = [&](DocumentBatch& batch, Read& read) {
      add(read.made);
      add_documents(batch, read.facts);
      note(batch);
    };
    job_.read(collection, WorkAndTake{work, take});
  }

  void begin_inputs();
  [[nodiscard]] std::vector<DocumentFacts> facts_of(const DocumentBatch& batch) const;
  void add_documents(const DocumentBatch& batch, const std::vector<DocumentFacts>& facts);

  Job& job_;
  JobCollections collections_;
  SpillableMemory table_memory_;
  DocumentTable table_;
  RepeatedIds repeated_ids_;
  CollectionTotals totals_;
  DocId references_ = 0;
  PartNames part_names_;
};

}  // namespace cento
