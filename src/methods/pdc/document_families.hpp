#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "align/families.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/memory/plain_vector.hpp"
#include "methods/pdc/position_lists.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// Which families are reported.
struct FamilyChoice {
  std::uint32_t least_sentences = 3;
  bool within = false;  // also those within one document
  /// Texts in more documents than this are reported even if they have fewer sentences, since their pairs are not
  /// listed.
  std::uint32_t pairs_up_to = ~std::uint32_t{0};
  DocId references = 0;  // the first documents: a family must occur both in them and in others; 0: no such rule
};

/// A family and the number of documents it is in.
struct DocumentFamily {
  std::uint32_t sentences = 0;
  std::uint32_t documents = 0;
  Position first = 0;        // first of its places
  std::uint32_t places = 0;  // in contents: those of identical texts count once
  std::uint64_t list = 0;    // where its places are, for DocumentFamilies::places_of()
};

/// Where the places of families are kept.
struct FamilyMemory {
  MemoryPart memory = std::uint64_t{1} << 28U;  // for places; the rest goes to a file
  std::string temp_dir;                         // empty: the system default
};

/// The families that a worker has found and that are to be reported.
struct ChosenFamilies {
  /// A share of the memory for each of the workers.
  ChosenFamilies(const FamilyMemory& memory, std::size_t workers)
      : places(std::make_unique<PositionLists>(memory.memory.divided(workers), memory.temp_dir)) {}

  /// Adds a family of `sentences` at these places, if it is to be reported.
  void add(const SentenceSequence& sequence, std::uint32_t sentences, std::span<const Position> found,
           const FamilyChoice& choice);
  /// Adds the whole texts that several documents have, except those that were `found` as families.
  void add_whole_texts(const SentenceSequence& sequence, const FamilyChoice& choice,
                       const std::vector<ContentId>& found);
  /// Called once, after everything was added.
  void finish();

  std::vector<DocumentFamily> list;
  std::unique_ptr<PositionLists> places;
  std::vector<ContentId> whole_texts;  // contents that are a family as a whole
  std::vector<DocId> documents;        // scratch
  std::uint64_t document_places = 0;
};

/// The families of a collection of documents: those of its distinct texts, and whole texts that several documents have.
/// Their places are in memory up to a budget, then in a temporary file; besides, 24 bytes per family are held. Made by
/// find_families().
class DocumentFamilies {
 public:
  DocumentFamilies() = default;
  /// Those of all workers, which are finished; and what find_repeats() returned.
  DocumentFamilies(std::vector<ChosenFamilies> chosen, std::uint64_t capped_groups);

  /// Ascending by their first place; at the same place, the longer first.
  [[nodiscard]] const std::vector<DocumentFamily>& list() const { return list_; }
  /// Ascending. They may be in `scratch` until its next use.
  [[nodiscard]] std::span<const Position> places_of(const DocumentFamily& family, PlainVector<Position>& scratch) const;
  /// Places in documents, identical ones included.
  [[nodiscard]] std::uint64_t document_places() const { return document_places_; }
  /// Groups of places so repetitive that their longer families were left out.
  [[nodiscard]] std::uint64_t capped_groups() const { return capped_groups_; }
  [[nodiscard]] std::uint64_t spilled_bytes() const;

 private:
  std::vector<DocumentFamily> list_;
  std::vector<std::unique_ptr<PositionLists>> places_;  // by worker
  std::uint64_t document_places_ = 0;
  std::uint64_t capped_groups_ = 0;
};

}  // namespace cento
