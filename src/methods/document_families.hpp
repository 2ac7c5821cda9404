#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "align/families.hpp"
#include "core/executor.hpp"
#include "core/plain_vector.hpp"
#include "methods/position_lists.hpp"
#include "methods/sentence_sequence.hpp"

namespace cento {

/// Calls `use(families, worker)` with all maximal repeats of at least `least` sentences in the sequence, a few at a
/// time, on all workers. Returns in how many groups of places longer ones were left out (Families::capped_groups).
std::uint64_t find_repeats(const SentenceSequence& sequence, std::uint32_t least, LocalExecutor& executor,
                           const std::function<void(const Families&, std::size_t)>& use);

/// Which families are told.
struct FamilyChoice {
  std::uint32_t least_sentences = 3;
  bool within = false;  // also those of one document
  /// Texts that more documents have are told even if they have fewer sentences, since their pairs are not listed.
  std::uint32_t pairs_up_to = ~std::uint32_t{0};
  DocId references = 0;  // so many documents come first, and a family must stand both in them and in others; 0: no such
};

/// A family and in how many documents it is.
struct DocumentFamily {
  std::uint32_t sentences = 0;
  std::uint32_t documents = 0;
  Position first = 0;        // of its places
  std::uint32_t places = 0;  // in contents: those of identical texts count once
  std::uint64_t list = 0;    // where its places are, for DocumentFamilies::places_of()
};

/// Where the places of families are kept.
struct FamilyMemory {
  std::uint64_t memory_bytes = std::uint64_t{1} << 28U;  // for places; the rest goes to a file
  std::string temp_dir;                                  // empty: the system's
};

/// The families of a collection of documents: those of its distinct texts, and whole texts that several documents have.
/// Their places are in memory up to a budget, then in a temporary file; beside them 24 bytes a family are held.
class DocumentFamilies {
 public:
  static DocumentFamilies find(const SentenceSequence& sequence, const FamilyChoice& choice, const FamilyMemory& memory,
                               LocalExecutor& executor);

  /// Ascending by their first place; of those that begin there, the longer first.
  [[nodiscard]] const std::vector<DocumentFamily>& list() const { return list_; }
  /// Ascending. They may lie in `scratch` until its next use.
  [[nodiscard]] std::span<const Position> places_of(const DocumentFamily& family, PlainVector<Position>& scratch) const;
  /// Places in documents, identical ones included.
  [[nodiscard]] std::uint64_t document_places() const { return document_places_; }
  /// Groups of places so repetitive that their longer families were left out.
  [[nodiscard]] std::uint64_t capped_groups() const { return capped_groups_; }
  [[nodiscard]] std::uint64_t spilled_bytes() const;

 private:
  /// What a worker found.
  struct Chosen;

  void merge(std::vector<Chosen>& chosen);

  std::vector<DocumentFamily> list_;
  std::vector<std::unique_ptr<PositionLists>> places_;  // by worker
  std::uint64_t document_places_ = 0;
  std::uint64_t capped_groups_ = 0;
};

}  // namespace cento
