#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/index_contents.hpp"
#include "index/index_folder.hpp"
#include "index/live/index_writer.hpp"
#include "index/segment/segment_builder.hpp"
#include "index/store/catalog.hpp"

namespace cento {

/// The index as seen by its writer: the catalog with an open transaction, and its contents in memory. When a function
/// throws, take_back() must follow: it restores the state of the last commit.
class LiveIndex {
 public:
  LiveIndex(std::string folder, DigesterFactory digesters, const WriterOptions& options);

  [[nodiscard]] const std::shared_ptr<const IndexSettings>& settings() const { return contents_->settings; }
  [[nodiscard]] const AddCounts& counts() const { return counts_; }

  /// Adds documents that will be visible with the next commit.
  void gather(const DigestBatch& digests, std::span<const PackedDocument> rows);
  [[nodiscard]] bool has_gathered() const { return gathered_->documents() > 0; }
  /// Whether so much is collected that it should be committed.
  [[nodiscard]] bool is_full() const;

  /// Where to digest a document before put().
  [[nodiscard]] DigestBatch& tail_digests() { return contents_->tail.digests(); }
  /// Adds a document to the tail; there must be no gathered documents.
  void put(const Document& document, const PackedDocument& row);
  /// Whether it existed; there must be no gathered documents.
  bool remove(std::string_view id);

  void commit();
  /// Merges segments of similar size while there are many; there must be no uncommitted changes.
  void merge_similar();
  /// Merges all, including the tail; there must be no uncommitted changes.
  void merge_all();
  /// Recreates all segments; there must be no uncommitted changes.
  void rebuild(const IndexOptions* options, const std::string* statistics);

  void take_back();

  [[nodiscard]] std::shared_ptr<const IndexView> view();

 private:
  void begin();
  void count_commits() const;
  [[nodiscard]] std::uint32_t next_number();
  [[nodiscard]] std::string next_file();
  void insert(std::uint32_t number, const PackedDocument& row);
  void drop(const Catalog::Found& old);
  [[nodiscard]] bool is_in_tail(std::uint32_t number) const;
  void show_removed();
  void write_tail();
  void write_gathered();
  void list_segment(const std::string& file);
  [[nodiscard]] std::vector<LiveSegment> similar_segments() const;
  void merge(std::span<const LiveSegment> sources);
  [[nodiscard]] std::vector<std::uint32_t> removed_in(std::span<const LiveSegment> sources) const;
  void unlist(std::span<const LiveSegment> sources);
  void unlink(std::span<const LiveSegment> sources) const;
  void read_again();

  std::string folder_;
  DigesterFactory digesters_;
  WriterOptions options_;
  Catalog catalog_;
  std::unique_ptr<IndexContents> contents_;
  std::shared_ptr<DocumentStore> store_;
  std::optional<Transaction> transaction_;
  std::vector<std::string> new_files_;  // of the transaction

  std::optional<SegmentBuilder> gathered_;
  std::uint64_t gathered_bytes_ = 0;      // of text, including single additions that are not committed yet
  std::uint32_t first_gathered_ = 0;      // number; 0: none
  std::uint32_t last_number_ = 0;         // given in this program, even if taken back
  std::vector<std::uint32_t> to_remove_;  // still visible in views
  std::uint64_t shown_documents_ = 0;
  AddCounts counts_;
  AddCounts committed_counts_;
};

}  // namespace cento
