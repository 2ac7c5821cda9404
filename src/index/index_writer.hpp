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

/// Makes a new index in `folder`, which must not exist or be empty. `statistics` are the bytes of a frequencies file
/// (sign/frequencies_file.hpp), empty for none. All or nothing.
void create_index(const std::string& folder, const IndexOptions& options, std::string_view statistics);

/// Removes an index in which nothing was ever committed; any other, and one that somebody writes to, stays.
void remove_unused_index(const std::string& folder);

struct WriterOptions {
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // for what is gathered before it is written
  bool wait = false;  // for another writer to end; otherwise its being there is an Error
  std::uint64_t tail_bytes = std::uint64_t{8} << 20;     // text that stays in the tail before it becomes a segment
  std::uint64_t batch_bytes = std::uint64_t{256} << 20;  // text that is gathered, at most, before add() commits
  bool keep_what_is_left = false;  // of a catalog that has lost commits; otherwise that is an Error
  bool for_rebuild = false;  // segments, which may be damaged, are not opened: only rebuild() may be called at first
};

struct AddCounts {
  std::uint64_t added = 0;     // documents, replaced ones included
  std::uint64_t replaced = 0;  // whose id was there before
  std::uint64_t text_bytes = 0;
  std::uint64_t sentences = 0;
};

/// The one writer of an index. What was added or removed is acknowledged, and survives whatever happens then, when
/// commit() returns; until then it is not there after a crash, and never in part.
class IndexWriter {
 public:
  /// Takes the lock, removes what an interrupted writer left, opens everything. Throws Error as open_index() does, and
  /// when another writer has the lock.
  IndexWriter(const std::string& folder, DigesterFactory digesters, const WriterOptions& options);
  ~IndexWriter();  // what was not committed is not kept
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  /// Digests and compresses the documents of a batch; called on any thread, as BatchSteps::work.
  [[nodiscard]] std::shared_ptr<void> prepare(const DocumentBatch& batch);

  /// Adds what prepare() gave for the batch; in input order, one thread. A document whose id is there replaces it.
  /// Commits when batch_bytes are gathered.
  void add(const DocumentBatch& batch, const void* prepared);

  /// Adds one document at once: view() has it from now on.
  void add(const Document& document);

  /// Whether there was a document with that id.
  bool remove(std::string_view id);

  /// Makes everything durable, and merges segments where there are many.
  void commit();

  [[nodiscard]] const AddCounts& counts() const;
  /// Why segments could not be merged after a commit, which stands nevertheless; empty if nothing of the kind happened.
  [[nodiscard]] const std::string& merge_failure() const;
  /// Everything that was added one by one or committed.
  [[nodiscard]] std::shared_ptr<const IndexView> view();

  /// One segment of all, without what was removed.
  void merge();

  /// Makes all segments anew from the catalog, under other options or statistics if given.
  void rebuild(const IndexOptions* options, const std::string* statistics);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// What verify_index() found; all of it in sentences.
struct IndexFaults {
  std::vector<std::string> catalog;   // that cannot be mended
  std::vector<std::string> segments;  // of segments that `rebuild` mends
  std::uint64_t documents = 0;        // that were looked at
};

/// Reads everything: the catalog's own checks, every text, every checksum, and that segments hold what the catalog
/// says.
[[nodiscard]] IndexFaults verify_index(const std::string& folder, const DigesterFactory& digesters);

/// Copies the index into a new folder, whole and consistent, while others read and write it.
void back_up_index(const std::string& folder, const std::string& copy);

struct IndexSizes {
  std::uint64_t documents = 0;
  std::uint64_t sentences = 0;
  std::uint64_t bytes = 0;       // of all files
  std::uint64_t text_bytes = 0;  // of the documents, uncompressed
  std::uint64_t catalog_bytes = 0;
  std::uint64_t segment_bytes = 0;
  std::uint64_t segments = 0;
  std::uint64_t tail_documents = 0;            // in no segment yet
  std::uint64_t removed = 0;                   // still in segments
  std::vector<Segment::SectionSize> sections;  // over all segments
};
[[nodiscard]] IndexSizes index_sizes(const std::string& folder, const DigesterFactory& digesters);

}  // namespace cento
