#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "core/span.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// Of which pairs of documents passages are reported: of all, of those in a list, or of those with one document in the
/// reference. Used by pdc.cpp and the parts of its third job.
class ReportedPairs {
 public:
  explicit ReportedPairs(const PdcOptions& options);
  ~ReportedPairs();

  /// Makes the first documents, this many, the reference.
  void set_references(DocId documents) { references_ = documents; }
  /// Restricts everything to these pairs, and to those of earlier calls.
  void list(std::span<const std::pair<DocId, DocId>> pairs);

  [[nodiscard]] DocId references() const { return references_; }
  [[nodiscard]] bool is_listed() const { return is_listed_; }
  /// What occurs in more documents is reported only as a family. In listed pairs, everything is reported.
  [[nodiscard]] std::uint32_t most_documents() const { return is_listed_ ? PdcOptions::kAll : pairs_up_to_; }

  [[nodiscard]] bool has(DocId a, DocId b) const {
    if (a == b && !within_) return false;
    if (is_listed_) return lists(a, b);
    return references_ == 0 || (a < references_) != (b < references_);
  }

  /// Calls `use` with all listed pairs, many at a time.
  void for_each_listed(const std::function<void(std::span<const std::pair<DocId, DocId>>)>& use) const;

  /// Calls `use(part of a, part of b)` for all parts of the listed pairs of documents that are reported.
  template <typename Use>
  void for_each_listed_part(const SentenceSequence& sequence, const Use& use) const {
    for_each_listed([&](std::span<const std::pair<DocId, DocId>> pairs) {
      for (const auto& [a, b] : pairs) {
        if (a == b && !within_) continue;
        for (std::uint32_t i = 0; i < sequence.parts_of(a); ++i) {
          for (std::uint32_t j = 0; j < sequence.parts_of(b); ++j) use(PartOfDocument{a, i}, PartOfDocument{b, j});
        }
      }
    });
  }

  /// Calls `use(part with rows, part with columns)` for the reported pairs of documents with these contents.
  template <typename Use>
  void for_each_part(const SentenceSequence& sequence, ContentId rows, ContentId columns, const Use& use) const {
    const auto with_rows = sequence.parts_with(rows);
    const auto with_columns = sequence.parts_with(columns);
    if (is_listed_ && with_rows.size() * with_columns.size() > listed_size()) {
      for_each_listed_part(sequence, [&](const PartOfDocument& a, const PartOfDocument& b) {
        if (sequence.content_of(a) == rows && sequence.content_of(b) == columns) use(a, b);
        if (a.document == b.document) return;  // also comes with the parts swapped
        if (sequence.content_of(b) == rows && sequence.content_of(a) == columns) use(b, a);
      });
      return;
    }
    for (const PartOfDocument& row : with_rows) {
      for (const PartOfDocument& column : with_columns) {
        if (has(row.document, column.document)) use(row, column);
      }
    }
  }

 private:
  struct Listed;

  [[nodiscard]] bool lists(DocId a, DocId b) const;
  [[nodiscard]] std::size_t listed_size() const;

  bool within_;
  std::uint32_t pairs_up_to_;
  DocId references_ = 0;  // 0: there is no reference
  bool is_listed_ = false;
  std::unique_ptr<Listed> listed_;
};

}  // namespace cento
