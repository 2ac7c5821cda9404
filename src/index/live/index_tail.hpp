#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "index/digest.hpp"
#include "index/segment/segment.hpp"

namespace cento {

/// Documents that are in the catalog but not yet in a segment file, as a few segments in memory: the newest documents
/// are rebuilt into a segment again and again, and eight segments of one size are merged (the logarithmic method).
class IndexTail {
 public:
  explicit IndexTail(std::uint64_t options_hash) : options_hash_(options_hash) {}

  /// Where to digest the next document; noted() then gives it its number, which is higher than all before.
  [[nodiscard]] DigestBatch& digests() { return newest_; }
  void noted(std::uint32_t number, std::uint64_t text_bytes);

  [[nodiscard]] bool empty() const { return documents() == 0; }
  [[nodiscard]] std::uint64_t documents() const { return documents_; }  // including removed ones
  [[nodiscard]] std::uint64_t text_bytes() const { return text_bytes_; }

  /// All current documents.
  [[nodiscard]] const std::vector<std::shared_ptr<const Segment>>& segments();

  /// Writes all except the removed ones (ascending) into a file. False, and no file, when none is left.
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
  bool has_newest_segment_ = false;    // the last of segments_ is made from newest_,
  std::size_t newest_in_segment_ = 0;  // with this many of its documents
};

/// Whether the segments can be merged: nothing in a segment is counted beyond 32 bits.
[[nodiscard]] bool fit_together(std::span<const std::shared_ptr<const Segment>> segments);

}  // namespace cento
