#include "index/segment/segment_builder.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <utility>

#include "cento/error.hpp"
#include "core/parallel/executor.hpp"
#include "index/segment/segment_format.hpp"
#include "index/segment/segment_output.hpp"
#include "index/segment/span_codec.hpp"
#include "index/segment/table_output.hpp"
#include "index/segment/table_sort.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kMostItems = std::numeric_limits<std::uint32_t>::max() - 1;

void check_room(std::uint64_t items) {
  if (items > kMostItems)
    throw Error("a segment cannot hold more than 4,294,967,294 sentences or keys; add in smaller batches");
}

[[noreturn]] void fail_different_options() {
  throw Error("documents that were digested with different options cannot be in one segment");
}

template <typename T>
void append(PlainVector<T>& all, const PlainVector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

template <typename T>
std::uint64_t bytes_of(const PlainVector<T>& vector) {
  return vector.size() * sizeof(T);
}

/// Makes room for `more` in a table. Growing step by step would hold large tables twice while they are copied, so these
/// get all the room they may need at once: memory that is not written to does not count.
void make_room(PlainVector<IndexKey>& keys, std::size_t more, std::uint64_t memory_bytes) {
  constexpr std::uint64_t kLarge = std::uint64_t{2} << 20;
  constexpr std::uint64_t kMost = std::uint64_t{256} << 20;
  const std::size_t wanted = keys.size() + more;
  if (wanted <= keys.capacity() || wanted * sizeof(IndexKey) < kLarge) return;
  const std::size_t room = std::min(memory_bytes, kMost) / sizeof(IndexKey);
  if (room > wanted) keys.reserve(room);
}

void shorten(PlainVector<IndexKey>& keys) {
  constexpr unsigned kLost = 64 - KeyTable::kShortKeyBits;
  for (IndexKey& key : keys) key.hash = key.hash >> kLost << kLost;
}

}  // namespace

struct SegmentBuilder::State {
  std::uint64_t options_hash = 0;
  std::uint64_t memory_limit = kUsualBytes;
  PlainVector<std::uint32_t> numbers;
  PlainVector<Fingerprint> texts;
  PlainVector<std::uint32_t> first_parts = {0};
  PlainVector<std::uint32_t> first_positions = {0};
  PlainVector<std::uint64_t> span_offsets = {0};
  PlainVector<std::byte> spans;
  PlainVector<std::uint32_t> contents;
  PlainVector<BitSignature> bits;
  PlainVector<std::uint32_t> word_offsets;
  PlainVector<std::uint32_t> words;
  PlainVector<std::uint32_t> thread_offsets;
  PlainVector<std::uint32_t> forum_records;
  std::array<PlainVector<IndexKey>, kIndexTables> keys;

  void check(const DigestBatch& batch) const;
  void add_parts(const DigestBatch& batch);
  void add_words(const DigestBatch& batch);
  void add_threads(const DigestBatch& batch);
  void add_keys(const DigestBatch& batch);
  void write_rows(SegmentOutput& out) const;
  void write_tables(SegmentOutput& out, std::size_t threads);
  std::vector<std::byte> write(SegmentOutput& out, std::size_t threads);
};

void SegmentBuilder::State::check(const DigestBatch& batch) const {
  check_room(contents.size() + batch.sentences());
  check_room(first_positions.size() + batch.part_sizes.size());
  check_room(words.size() + batch.words.size());
  check_room(forum_records.size() + batch.threads.size());
  for (std::size_t i = 0; i < kIndexTables; ++i) check_room(keys[i].size() + batch.keys[i].size());
  if (numbers.empty() || batch.documents() == 0) return;
  if (thread_offsets.empty() != batch.thread_sizes.empty()) fail_different_options();
  if (contents.empty() || batch.sentences() == 0) return;
  if (bits.empty() != batch.bits.empty() || word_offsets.empty() != batch.word_counts.empty()) {
    fail_different_options();
  }
}

void SegmentBuilder::State::add_parts(const DigestBatch& batch) {
  for (const std::uint32_t count : batch.part_counts) first_parts.push_back(first_parts.back() + count);
  std::span<const Span> left = batch.spans;
  for (const std::uint32_t size : batch.part_sizes) {
    first_positions.push_back(first_positions.back() + size);
    pack_spans(left.first(size), spans);
    span_offsets.push_back(spans.size());
    left = left.subspan(size);
  }
}

void SegmentBuilder::State::add_words(const DigestBatch& batch) {
  if (word_offsets.empty() && !batch.word_counts.empty()) word_offsets.push_back(0);
  for (const std::uint32_t count : batch.word_counts) word_offsets.push_back(word_offsets.back() + count);
  append(words, batch.words);
}

void SegmentBuilder::State::add_threads(const DigestBatch& batch) {
  if (thread_offsets.empty() && !batch.thread_sizes.empty()) thread_offsets.push_back(0);
  for (const std::uint32_t size : batch.thread_sizes) thread_offsets.push_back(thread_offsets.back() + size);
  append(forum_records, batch.threads);
}

void SegmentBuilder::State::add_keys(const DigestBatch& batch) {
  for (std::size_t i = 0; i < kIndexTables; ++i) {
    const auto base = static_cast<std::uint32_t>(leads_to_documents(i) ? numbers.size() : contents.size());
    const std::size_t before = keys[i].size();
    make_room(keys[i], batch.keys[i].size(), memory_limit);
    append(keys[i], batch.keys[i]);
    if (base == 0) continue;
    for (std::size_t key = before; key < keys[i].size(); ++key) keys[i][key].value += base;
  }
}

void SegmentBuilder::State::write_rows(SegmentOutput& out) const {
  out.section(SectionKind::numbers, numbers);
  out.section(SectionKind::texts, texts);
  out.section(SectionKind::first_parts, first_parts);
  out.section(SectionKind::first_positions, first_positions);
  out.section(SectionKind::span_offsets, span_offsets);
  out.section(SectionKind::spans, spans);
  out.section(SectionKind::contents, contents);
  out.section(SectionKind::bits, bits);
  out.section(SectionKind::word_offsets, word_offsets);
  out.section(SectionKind::words, words);
  out.section(SectionKind::thread_offsets, thread_offsets);
  out.section(SectionKind::threads, forum_records);
}

void SegmentBuilder::State::write_tables(SegmentOutput& out, std::size_t threads) {
  std::array<KeyPartition, kIndexTables> partitions;
  std::atomic<std::size_t> next = 0;
  run_on_threads(std::min(threads, kIndexTables), [&](std::size_t) {
    for (std::size_t i = next++; i < kIndexTables; i = next++) {
      if (has_short_keys(i)) shorten(keys[i]);
      partitions[i] = partition_keys(keys[i]);
    }
  });
  for (std::size_t i = 0; i < kIndexTables; ++i) {
    TableOutput table(out, i, keys[i].size(), static_cast<std::uint32_t>(numbers.size()));
    table.finish(sort_entries(keys[i], partitions[i], threads,
                              [&](std::span<const KeyTable::Entry> entries) { table.append(entries); }));
    keys[i] = PlainVector<IndexKey>();
  }
}

std::vector<std::byte> SegmentBuilder::State::write(SegmentOutput& out, std::size_t threads) {
  write_rows(out);
  write_tables(out, std::max<std::size_t>(1, threads));
  const SegmentCounts counts = {static_cast<std::uint32_t>(numbers.size()),
                                static_cast<std::uint32_t>(first_positions.size() - 1),
                                static_cast<std::uint32_t>(contents.size())};
  return out.finish(options_hash, counts);
}

SegmentBuilder::SegmentBuilder(std::uint64_t options_hash, std::uint64_t memory_bytes)
    : state_(std::make_unique<State>()) {
  state_->options_hash = options_hash;
  state_->memory_limit = memory_bytes;
}

SegmentBuilder::~SegmentBuilder() = default;

void SegmentBuilder::add(const DigestBatch& batch, std::span<const std::uint32_t> numbers) {
  state_->check(batch);
  state_->add_keys(batch);
  state_->numbers.insert(state_->numbers.end(), numbers.begin(), numbers.end());
  append(state_->texts, batch.texts);
  state_->add_parts(batch);
  append(state_->contents, batch.contents);
  append(state_->bits, batch.bits);
  state_->add_words(batch);
  state_->add_threads(batch);
}

std::uint32_t SegmentBuilder::documents() const {
  return static_cast<std::uint32_t>(state_->numbers.size());
}
std::uint64_t SegmentBuilder::sentences() const {
  return state_->contents.size();
}

std::uint64_t SegmentBuilder::memory_bytes() const {
  const State& state = *state_;
  std::uint64_t bytes = bytes_of(state.numbers) + bytes_of(state.texts) + bytes_of(state.first_parts) +
                        bytes_of(state.first_positions) + bytes_of(state.span_offsets) + bytes_of(state.spans) +
                        bytes_of(state.contents) + bytes_of(state.bits) + bytes_of(state.word_offsets) +
                        bytes_of(state.words) + bytes_of(state.thread_offsets) + bytes_of(state.forum_records);
  for (const PlainVector<IndexKey>& table : state.keys) bytes += bytes_of(table);
  return bytes;
}

/// Returns the collected data and leaves an empty builder.
std::unique_ptr<SegmentBuilder::State> SegmentBuilder::take_state() {
  auto empty = std::make_unique<State>();
  empty->options_hash = state_->options_hash;
  empty->memory_limit = state_->memory_limit;
  return std::exchange(state_, std::move(empty));
}

std::vector<std::byte> SegmentBuilder::finish(std::size_t threads) {
  const std::unique_ptr<State> emptied = take_state();
  SegmentOutput out;
  return emptied->write(out, threads);
}

void SegmentBuilder::write(const std::string& path, std::size_t threads) {
  const std::unique_ptr<State> emptied = take_state();
  SegmentOutput out(path);
  emptied->write(out, threads);
}

}  // namespace cento
