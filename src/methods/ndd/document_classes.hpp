#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/memory/spillable_memory.hpp"
#include "methods/ndd/near_duplicates.hpp"
#include "sign/signer.hpp"

namespace cento {

/// Which documents have the same features, and which the same bytes, for NearDuplicateFinder. Documents without
/// features are not alike: each is a class by itself. Documents are added in input order, and classes are numbered in
/// the order of their first documents.
class DocumentClasses {
 public:
  /// `memory` must outlive this.
  explicit DocumentClasses(SpillableMemory& memory);
  ~DocumentClasses();
  DocumentClasses(const DocumentClasses&) = delete;
  DocumentClasses& operator=(const DocumentClasses&) = delete;

  /// Adds the next document by the fingerprints of its bytes and of its features; `is_empty`: it has none of these.
  /// Whether it begins a class.
  bool add(const Fingerprint& text, const Fingerprint& features, bool is_empty);

  /// Adds the next document, whose bytes an earlier one has. Whether it begins a class, as it does without features.
  bool add_copy(const Fingerprint& text);

  /// Frees what only adding needs.
  void end_adding();

  /// The first document of a class.
  [[nodiscard]] DocId first_of(std::uint32_t number) const { return documents_[number]; }

  /// The number of documents in each class.
  [[nodiscard]] std::vector<std::uint32_t> sizes() const;

  /// Moves the first documents into `result` and fills in its counts of copies. Called once.
  void hand_over(NearDuplicates& result);

 private:
  struct Known;

  bool add_to_class(const Fingerprint& features, bool is_empty);

  std::unique_ptr<Known> known_;
  std::vector<DocId> first_of_text_;
  std::vector<DocId> first_of_class_;
  std::vector<DocId> documents_;  // the first document of each class
  std::uint64_t without_features_ = 0;
};

}  // namespace cento
