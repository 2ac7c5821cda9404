#include "index/live/index_writer.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/files/atomic_folder.hpp"
#include "core/files/durable_file.hpp"
#include "index/index_folder.hpp"
#include "index/live/batch_preparer.hpp"
#include "index/live/live_index.hpp"
#include "index/store/commit_count.hpp"

namespace cento {

void create_index(const std::string& folder, const IndexOptions& options, std::string_view statistics) {
  (void)settings_of(to_json(options), statistics, "the given statistics");  // throws if they cannot be read
  AtomicFolder made(folder);
  Catalog::create(made.path_of(std::string(Catalog::kFileName)), options, statistics);
  write_commit_count(made.path_of("."), 0);
  made.publish();
  sync_folder(folder);
}

void remove_unused_index(const std::string& folder) {
  try {
    const WriterLock lock(folder, false);
    if (Catalog(catalog_path(folder), Catalog::Access::read).counters() != CatalogCounters()) return;
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  } catch (const Error&) {
    return;  // it is in use, or not an index: do not remove it
  }
}

class IndexWriter::State {
 public:
  State(const std::string& folder, DigesterFactory digesters, const WriterOptions& options)
      : folder_(require_index(folder)),
        lock_(folder, options.wait),
        index_(folder, digesters, options),
        digesters_(std::move(digesters)) {
    make_preparer();
  }

  /// Does some work on the index, completely, or reverts what was not committed.
  template <typename Work>
  auto change(const Work& work) {
    if (is_broken_)
      throw Error(fmt::format("the index {} could not be read again after a failure; open it again", folder_));
    try {
      return work(index_);
    } catch (...) {
      take_back();
      throw;
    }
  }

  void add_gathered(const DocumentBatch& batch, const PreparedBatch& prepared);
  void add_one(const Document& document);

  void commit_gathered() {
    if (index_.has_gathered()) commit();
  }

  void commit() {
    change([](LiveIndex& index) { index.commit(); });
    try {
      index_.merge_similar();
    } catch (const Error& error) {
      // The acknowledged changes are durable; failing to merge segments does not affect them.
      merge_failure_ = error.what();
      take_back();
    }
  }

  void make_preparer() { preparer_ = std::make_unique<BatchPreparer>(digesters_, index_.settings()); }

  [[nodiscard]] LiveIndex& index() { return index_; }
  [[nodiscard]] const std::string& merge_failure() const { return merge_failure_; }
  [[nodiscard]] BatchPreparer& preparer() { return *preparer_; }

 private:
  void take_back() {
    is_broken_ = true;
    index_.take_back();
    is_broken_ = false;
  }

  std::string folder_;
  WriterLock lock_;
  LiveIndex index_;
  DigesterFactory digesters_;
  std::unique_ptr<BatchPreparer> preparer_;
  std::string merge_failure_;
  PlainVector<char> packed_;
  std::vector<PackedDocument> rows_;
  bool is_broken_ = false;
};

void IndexWriter::State::add_gathered(const DocumentBatch& batch, const PreparedBatch& prepared) {
  rows_.clear();
  for (std::size_t i = 0; i < prepared.packed.size(); ++i) rows_.push_back(prepared.row(batch, i));
  change([&](LiveIndex& index) { index.gather(prepared.digests, rows_); });
  if (index_.is_full()) commit();
}

void IndexWriter::State::add_one(const Document& document) {
  commit_gathered();
  change([&](LiveIndex& index) {
    std::unique_ptr<BatchPreparer::Worker> worker = preparer_->take();
    const std::size_t before = index.tail_digests().sentences();
    worker->digester->add(document.parts, index.tail_digests());
    packed_.clear();
    PackedDocument row = worker->packer.pack(document, packed_).views_of(document, packed_);
    row.sentences = static_cast<std::uint32_t>(index.tail_digests().sentences() - before);
    preparer_->give_back(std::move(worker));
    index.put(document, row);
  });
  if (index_.is_full()) commit();
}

IndexWriter::IndexWriter(const std::string& folder, DigesterFactory digesters, const WriterOptions& options)
    : state_(std::make_unique<State>(folder, std::move(digesters), options)) {}

IndexWriter::~IndexWriter() = default;

std::shared_ptr<PreparedBatch> IndexWriter::prepare(const DocumentBatch& batch) {
  return state_->preparer().prepare(batch);
}

void IndexWriter::add(const DocumentBatch& batch, const PreparedBatch& prepared) {
  state_->add_gathered(batch, prepared);
}

void IndexWriter::add(const Document& document) {
  state_->add_one(document);
}

bool IndexWriter::remove(std::string_view id) {
  state_->commit_gathered();
  return state_->change([id](LiveIndex& index) { return index.remove(id); });
}

void IndexWriter::commit() {
  state_->commit();
}

const std::string& IndexWriter::merge_failure() const {
  return state_->merge_failure();
}

const AddCounts& IndexWriter::counts() const {
  return state_->index().counts();
}

std::shared_ptr<const IndexView> IndexWriter::view() {
  return state_->index().view();
}

void IndexWriter::merge() {
  state_->change([](LiveIndex& index) {
    index.commit();
    index.merge_all();
  });
}

void IndexWriter::rebuild(const IndexOptions* options, const std::string* statistics) {
  state_->change([=](LiveIndex& index) {
    index.commit();
    index.rebuild(options, statistics);
  });
  state_->make_preparer();
}

}  // namespace cento
