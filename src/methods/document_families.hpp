#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "align/families.hpp"
#include "core/executor.hpp"
#include "core/plain_vector.hpp"
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
  std::uint64_t first_place = 0;  // in DocumentFamilies::places
  std::uint64_t places = 0;       // in contents: those of identical texts count once
};

/// The families of a collection of documents: those of its distinct texts, and whole texts that several documents have.
class DocumentFamilies {
 public:
  static DocumentFamilies find(const SentenceSequence& sequence, const FamilyChoice& choice, LocalExecutor& executor);

  /// Ascending by their first place; of those that begin there, the longer first.
  [[nodiscard]] const std::vector<DocumentFamily>& list() const { return list_; }
  [[nodiscard]] std::span<const Position> places_of(const DocumentFamily& family) const {
    return {places_.data() + family.first_place, family.places};
  }
  /// Places in documents, identical ones included.
  [[nodiscard]] std::uint64_t document_places() const { return document_places_; }
  /// Groups of places so repetitive that their longer families were left out.
  [[nodiscard]] std::uint64_t capped_groups() const { return capped_groups_; }

 private:
  void add(const SentenceSequence& sequence, std::uint32_t sentences, std::span<const Position> places,
           const FamilyChoice& choice);
  void append(const DocumentFamilies& other);
  void sort();
  [[nodiscard]] bool is_before(const DocumentFamily& a, const DocumentFamily& b) const;
  void add_whole_texts(const SentenceSequence& sequence, const FamilyChoice& choice,
                       const std::vector<ContentId>& found);

  std::vector<DocumentFamily> list_;
  PlainVector<Position> places_;
  std::vector<ContentId> whole_texts_;  // contents that are a family as a whole
  std::vector<DocId> documents_;        // scratch
  std::uint64_t document_places_ = 0;
  std::uint64_t capped_groups_ = 0;
};

}  // namespace cento
