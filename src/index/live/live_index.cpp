#include "index/live/live_index.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "index/store/catalog_log.hpp"
#include "index/store/commit_count.hpp"

namespace cento {

namespace {

void remove_file(const std::string& path) {
  std::error_code ignored;  // the next writer removes what remains
  std::filesystem::remove(path, ignored);
}

Catalog::Access access_for(const std::string& folder, const WriterOptions& options) {
  if (options.keep_what_is_left) return Catalog::Access::write_what_is_left;
  require_whole_log(folder, true);
  return Catalog::Access::write;
}

WithSegments segments_for(const WriterOptions& options) {
  return options.for_rebuild ? WithSegments::no : WithSegments::yes;
}

/// Half of the writer's memory goes to the cache of the catalog's pages, up to a useful limit.
void limit_cache(Database& database, std::uint64_t memory_bytes) {
  constexpr std::uint64_t kMost = std::uint64_t{64} << 20;
  constexpr std::uint64_t kKibi = 1024;
  database.run(fmt::format("PRAGMA cache_size = -{}", std::min(kMost, memory_bytes / 2) / kKibi).c_str());
}

}  // namespace

LiveIndex::LiveIndex(std::string folder, DigesterFactory digesters, const WriterOptions& options)
    : folder_(std::move(folder)),
      digesters_(std::move(digesters)),
      options_(options),
      catalog_(catalog_path(folder_), access_for(folder_, options)),
      contents_(std::make_unique<IndexContents>(read_contents(folder_, catalog_, digesters_, segments_for(options)))),
      store_(std::make_shared<DocumentStore>(folder_)),
      gathered_(std::in_place, contents_->settings->options_hash, options.memory_bytes),
      last_number_(contents_->last_number),
      shown_documents_(contents_->counters.documents) {
  if (options.keep_what_is_left) catalog_.require_sound_pages();
  count_commits();
  remove_orphans(folder_, catalog_.segments());
  limit_cache(catalog_.database(), options.memory_bytes);
}

void LiveIndex::count_commits() const {
  if (catalog_.counts_commits()) write_commit_count(folder_, contents_->counters.commits);
}

void LiveIndex::begin() {
  if (!transaction_) transaction_.emplace(catalog_.database(), Transaction::Kind::write);
}

std::uint32_t LiveIndex::next_number() {
  if (last_number_ == std::numeric_limits<std::uint32_t>::max() - 1) {
    throw Error(fmt::format("the index {} cannot number any more documents; create a new one", folder_));
  }
  return ++last_number_;
}

std::string LiveIndex::next_file() {
  std::string file = segment_file_name(++contents_->counters.last_file);
  new_files_.push_back(file);
  return file;
}

void LiveIndex::insert(std::uint32_t number, const PackedDocument& row) {
  if (!catalog_.insert(number, row)) {
    const std::optional<Catalog::Found> old = catalog_.find(row.id);
    if (old) drop(*old);
    if (!catalog_.insert(number, row)) catalog_.database().fail();
    ++counts_.replaced;
  }
  CatalogCounters& counters = contents_->counters;
  ++counters.documents;
  counters.sentences += row.sentences;
  counters.text_bytes += row.text_bytes;
  ++counts_.added;
  counts_.sentences += row.sentences;
  counts_.text_bytes += row.text_bytes;
  gathered_bytes_ += row.text_bytes;
}

bool LiveIndex::is_in_tail(std::uint32_t number) const {
  return number > contents_->counters.segmented && (first_gathered_ == 0 || number < first_gathered_);
}

void LiveIndex::drop(const Catalog::Found& old) {
  catalog_.erase(old.number);
  CatalogCounters& counters = contents_->counters;
  --counters.documents;
  counters.sentences -= old.sentences;
  counters.text_bytes -= old.text_bytes;
  if (!is_in_tail(old.number)) catalog_.add_removed(old.number);
  to_remove_.push_back(old.number);
}

void LiveIndex::show_removed() {
  for (const std::uint32_t number : to_remove_) contents_->removed.insert(number);
  to_remove_.clear();
  shown_documents_ = contents_->counters.documents;
}

void LiveIndex::gather(const DigestBatch& digests, std::span<const PackedDocument> rows) {
  if (rows.empty()) return;
  begin();
  if (first_gathered_ == 0) first_gathered_ = last_number_ + 1;
  std::vector<std::uint32_t> numbers;
  numbers.reserve(rows.size());
  for (const PackedDocument& row : rows) {
    numbers.push_back(next_number());
    insert(numbers.back(), row);
  }
  gathered_->add(digests, numbers);
}

bool LiveIndex::is_full() const {
  return gathered_bytes_ >= options_.batch_bytes || gathered_->memory_bytes() >= options_.memory_bytes;
}

void LiveIndex::put(const Document& document, const PackedDocument& row) {
  begin();
  const std::uint32_t number = next_number();
  insert(number, row);
  contents_->tail.noted(number, row.text_bytes);
  show_removed();
  StoredDocument stored{number, std::string(row.id), std::string(row.metadata), {}};
  for (const Part& part : document.parts) stored.parts.push_back({std::string(part.name), std::string(part.text)});
  store_->remember(std::move(stored));
  if (contents_->tail.text_bytes() >= options_.tail_bytes) write_tail();
}

bool LiveIndex::remove(std::string_view id) {
  const std::optional<Catalog::Found> found = catalog_.find(id);
  if (!found) return false;
  begin();
  drop(*found);
  show_removed();
  return true;
}

void LiveIndex::commit() {
  show_removed();
  if (has_gathered()) {
    write_tail();
    write_gathered();
  }
  if (!transaction_) return;
  if (catalog_.counts_commits()) ++contents_->counters.commits;
  catalog_.set_counters(contents_->counters);
  transaction_->commit();
  transaction_.reset();
  count_commits();
  new_files_.clear();
  gathered_bytes_ = 0;
  committed_counts_ = counts_;
  store_->forget_remembered();
}

void LiveIndex::write_tail() {
  if (contents_->tail.empty()) return;
  begin();
  std::vector<std::uint32_t> removed = contents_->removed.ascending();
  std::erase_if(removed, [this](std::uint32_t number) { return !is_in_tail(number); });
  const std::string file = next_file();
  if (contents_->tail.write(path_in(folder_, file), removed, options_.threads)) list_segment(file);
  contents_->removed.erase(removed);
  contents_->counters.segmented = first_gathered_ == 0 ? last_number_ : first_gathered_ - 1;
  contents_->tail = IndexTail(settings()->options_hash);
}

void LiveIndex::write_gathered() {
  const std::string file = next_file();
  gathered_->write(path_in(folder_, file), options_.threads);
  list_segment(file);
  contents_->counters.segmented = last_number_;
  first_gathered_ = 0;
}

void LiveIndex::list_segment(const std::string& file) {
  const auto segment = Segment::open(path_in(folder_, file), settings()->options_hash);
  contents_->segments.push_back({row_of(*segment, file), segment});
  catalog_.add_segment(contents_->segments.back().row);
}

void LiveIndex::take_back() {
  transaction_.reset();
  for (const std::string& file : new_files_) remove_file(path_in(folder_, file));
  new_files_.clear();
  store_->forget_remembered();
  to_remove_.clear();
  counts_ = committed_counts_;
  read_again();
}

void LiveIndex::read_again() {
  contents_ = std::make_unique<IndexContents>(
      read_contents(folder_, catalog_, digesters_, segments_for(options_), OnDamage::fail, contents_->segments));
  gathered_.emplace(settings()->options_hash, options_.memory_bytes);
  gathered_bytes_ = 0;
  first_gathered_ = 0;
  last_number_ = std::max(last_number_, contents_->last_number);
  shown_documents_ = contents_->counters.documents;
}

std::shared_ptr<const IndexView> LiveIndex::view() {
  ViewParts parts{settings(), {}, contents_->removed, shown_documents_, store_};
  for (const LiveSegment& live : contents_->segments) parts.segments.push_back(live.segment);
  for (const auto& segment : contents_->tail.segments()) parts.segments.push_back(segment);
  return make_view(std::move(parts));
}

}  // namespace cento
