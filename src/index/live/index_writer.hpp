#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/digester.hpp"
#include "index/index_options.hpp"
#include "index/index_view.hpp"
#include "read/document.hpp"

namespace cento {

struct PreparedBatch;

/// Creates an index in `folder`, which must not exist or must be empty. `statistics` are the bytes of a frequencies
/// file (sign/words/frequencies_file.hpp), empty for none. All or nothing.
void create_index(const std::string& folder, const IndexOptions& options, std::string_view statistics);

/// Removes an index without any commit; any other, and one that is being written to, is kept.
void remove_unused_index(const std::string& folder);

struct WriterOptions {
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;   // for what is collected before it is written
  bool wait = false;                                     // for another writer to end; otherwise that is an Error
  std::uint64_t tail_bytes = std::uint64_t{8} << 20;     // text that stays in the tail before it becomes a segment
  std::uint64_t batch_bytes = std::uint64_t{256} << 20;  // text collected, at most, before add() commits
  bool keep_what_is_left = false;  // of a catalog that has lost commits; otherwise that is an Error
  bool for_rebuild = false;        // possibly damaged segments are not opened: rebuild() must be called first
};

struct AddCounts {
  std::uint64_t added = 0;     // documents, replaced ones included
  std::uint64_t replaced = 0;  // whose id existed before
  std::uint64_t text_bytes = 0;
  std::uint64_t sentences = 0;
};

/// The only writer of an index. When commit() returns, additions and removals are acknowledged and survive any failure;
/// before that, a crash discards them completely, never in part.
class IndexWriter {
 public:
  /// Takes the lock, removes leftovers of an interrupted writer, opens everything. Throws Error as open_index() does,
  /// and when another writer has the lock.
  IndexWriter(const std::string& folder, DigesterFactory digesters, const WriterOptions& options);
  ~IndexWriter();  // discards what was not committed
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  /// Digests and compresses the documents of a batch; called on any thread, as `work` of a BatchStep.
  [[nodiscard]] std::shared_ptr<PreparedBatch> prepare(const DocumentBatch& batch);

  /// Adds the result of prepare() for the batch; in input order, one thread. A document with an existing id replaces
  /// the old one. Commits when batch_bytes are collected.
  void add(const DocumentBatch& batch, const PreparedBatch& prepared);

  /// Adds one document immediately: view() contains it from now on.
  void add(const Document& document);

  /// Whether there was a document with that id.
  bool remove(std::string_view id);

  /// Makes everything durable, and merges segments where there are many.
  void commit();

  [[nodiscard]] const AddCounts& counts() const;
  /// Why segments could not be merged after a commit, which is valid nevertheless; empty if that did not happen.
  [[nodiscard]] const std::string& merge_failure() const;
  /// Everything that was added one by one or committed.
  [[nodiscard]] std::shared_ptr<const IndexView> view();

  /// Merges all segments into one, without removed documents.
  void merge();

  /// Recreates all segments from the catalog, with other options or statistics if given.
  void rebuild(const IndexOptions* options, const std::string* statistics);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// What verify_index() found, in sentences.
struct IndexFaults {
  std::vector<std::string> catalog;   // that cannot be repaired
  std::vector<std::string> segments;  // of segments; `rebuild` repairs them
  std::uint64_t documents = 0;        // that were checked
};

/// Reads everything: SQLite's integrity check, every text, every checksum, and whether segments match the catalog.
[[nodiscard]] IndexFaults verify_index(const std::string& folder, const DigesterFactory& digesters);

/// Copies the index into a new folder, complete and consistent, while others read and write it.
void back_up_index(const std::string& folder, const std::string& copy);

struct IndexSizes {
  std::uint64_t documents = 0;
  std::uint64_t sentences = 0;
  std::uint64_t bytes = 0;       // of all files
  std::uint64_t text_bytes = 0;  // of the documents, uncompressed
  std::uint64_t catalog_bytes = 0;
  std::uint64_t segment_bytes = 0;
  std::uint64_t segments = 0;
  std::uint64_t tail_documents = 0;            // not in a segment yet
  std::uint64_t removed = 0;                   // still in segments
  std::vector<Segment::SectionSize> sections;  // over all segments
};
[[nodiscard]] IndexSizes index_sizes(const std::string& folder, const DigesterFactory& digesters);

}  // namespace cento
