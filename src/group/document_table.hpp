#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/memory/spillable_memory.hpp"
#include "core/place.hpp"
#include "core/span.hpp"
#include "group/keep_policy.hpp"
#include "group/keep_values.hpp"
#include "group/repeated_ids.hpp"
#include "group/sources.hpp"
#include "read/document.hpp"

namespace cento {

/// What the table keeps of a document besides its id and place; collected while reading, on any thread.
struct DocumentFacts {
  KeepValue keep;
  std::string source;
  std::uint64_t text_bytes = 0;
};

/// What is needed of each document after reading: its id and place, its preference value, its source and its size. 24
/// bytes per document plus the bytes of its id, and 9 more (KeepValues) if the policy needs values.
class DocumentTable {
 public:
  /// `memory`: holds the table and must outlive it; null: the heap.
  explicit DocumentTable(KeepPolicy policy, SpillableMemory* memory = nullptr);

  /// What add() needs to know; pure, for any thread.
  [[nodiscard]] DocumentFacts facts_of(const Document& document) const;

  /// Adds the next document; its number is size() before the call. Documents of one file should come together. The name
  /// of the place's file is not copied. Throws Error when there are more documents than a DocId can number.
  void add(const Document& document, const DocumentFacts& facts);
  void add(const Document& document) { add(document, facts_of(document)); }

  [[nodiscard]] std::size_t size() const { return sources_.size(); }
  [[nodiscard]] std::string_view id(DocId document) const;
  /// The file, and the line if known, otherwise the row or the byte if known.
  [[nodiscard]] Place place(DocId document) const;
  /// The line or row of its place; 0 if it has none.
  [[nodiscard]] std::uint64_t line(DocId document) const;
  /// 4 GiB − 1 for any larger text.
  [[nodiscard]] std::uint32_t text_bytes(DocId document) const { return text_bytes_[document]; }
  /// Numbers in source_names(), by document.
  [[nodiscard]] std::span<const std::uint32_t> sources() const { return sources_; }
  [[nodiscard]] const SourceNames& source_names() const { return source_names_; }

  /// The rank of each document in the policy's order of preference.
  [[nodiscard]] std::vector<std::uint32_t> ranks() const { return policy_.rank(keep_values_, size()); }
  /// Documents for which the policy had no value.
  [[nodiscard]] std::uint64_t without_keep_value() const { return keep_values_.missing(); }

  /// Finds the ids that several documents have, exactly; needs 8 bytes per document meanwhile.
  [[nodiscard]] RepeatedIds repeated_ids() const;

  /// Bytes allocated from the system.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  /// Documents from `first` on come from `file`, until the next run.
  struct FileRun {
    DocId first = 0;
    std::string_view file;
  };

  void store_id(std::string_view id);
  void store_place(const Place& place);

  KeepPolicy policy_;
  SpillableVector<char> id_bytes_;
  SpillableVector<std::uint64_t> id_ends_;
  std::vector<FileRun> file_runs_;
  SpillableVector<std::uint64_t> positions_;  // the line, the row with bit 62 set, or the byte with bit 63 set
  SpillableVector<std::uint32_t> sources_;
  SpillableVector<std::uint32_t> text_bytes_;
  SourceNames source_names_;
  KeepValues keep_values_;
};

}  // namespace cento
