#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "index/digest.hpp"
#include "index/segment.hpp"

namespace cento {

/// Documents that are in the catalog and in no segment file yet, as segments in memory, few at any time: the newest
/// documents are made a segment again and again, and eight segments of a size become one (the logarithmic method).
class IndexTail {
 public:
  explicit IndexTail(std::uint64_t options_hash) : options_hash_(options_hash) {}

  /// Where to digest the next document, which noted() then gives its number, over those before.
  [[nodiscard]] DigestBatch& digests() { return newest_; }
  void noted(std::uint32_t number, std::uint64_t text_bytes);

  [[nodiscard]] bool empty() const { return documents() == 0; }
  [[nodiscard]] std::uint64_t documents() const { return documents_; }  // also those that were removed since
  [[nodiscard]] std::uint64_t text_bytes() const { return text_bytes_; }

  /// All documents, as they are now.
  [[nodiscard]] const std::vector<std::shared_ptr<const Segment>>& segments();

  /// Writes all but the removed ones (ascending) into a file. False, and no file, when none is left.
  bool write(const std::string& path, std::span<const std::uint32_t> removed, std::size_t threads);

 private:
  void make_newest_segment();
  void merge_equals();

  std::uint64_t options_hash_;
  std::uint64_t documents_ = 0;
  std::uint64_t text_bytes_ = 0;
  DigestBatch newest_;
  std::vector<std::uint32_t> newest_numbers_;
  std::vector<std::shared_ptr<const Segment>> segments_;
  bool has_newest_segment_ = false;    // the last of segments_ is made of newest_,
  std::size_t newest_in_segment_ = 0;  // of so many of its documents
};

/// Whether the segments can become one: nothing in a segment is counted beyond 32 bits.
[[nodiscard]] bool fit_together(std::span<const std::shared_ptr<const Segment>> segments);

}  // namespace cento
