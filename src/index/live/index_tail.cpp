#include "index/live/index_tail.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "index/segment/segment_builder.hpp"

namespace cento {

namespace {

constexpr std::size_t kMostNewest = 32;            // the newest documents are rebuilt into a segment with each addition
constexpr std::size_t kMostNewestSentences = 256;  // while both are below these limits
constexpr std::size_t kEquals = 8;                 // segments of one size that are merged

/// Segments of the same level are of about the same size.
unsigned level_of(std::uint32_t documents) {
  unsigned level = 0;
  for (std::size_t most = kMostNewest * kEquals / 2; documents >= most; most *= kEquals) ++level;
  return level;
}

bool all_removed(const Segment& segment, std::span<const std::uint32_t> removed) {
  const auto numbers = segment.numbers();
  return std::includes(removed.begin(), removed.end(), numbers.begin(), numbers.end());
}

}  // namespace

void IndexTail::noted(std::uint32_t number, std::uint64_t text_bytes) {
  newest_numbers_.push_back(number);
  text_bytes_ += text_bytes;
  ++documents_;
}

const std::vector<std::shared_ptr<const Segment>>& IndexTail::segments() {
  if (newest_numbers_.size() > newest_in_segment_) make_newest_segment();
  return segments_;
}

void IndexTail::make_newest_segment() {
  SegmentBuilder builder(options_hash_);
  builder.add(newest_, newest_numbers_);
  if (has_newest_segment_) segments_.pop_back();
  segments_.push_back(Segment::of_bytes(builder.finish(1)));
  has_newest_segment_ = newest_numbers_.size() < kMostNewest && newest_.sentences() < kMostNewestSentences;
  newest_in_segment_ = has_newest_segment_ ? newest_numbers_.size() : 0;
  if (has_newest_segment_) return;
  newest_.clear();
  newest_numbers_.clear();
  merge_equals();
}

void IndexTail::merge_equals() {
  while (segments_.size() >= kEquals) {
    const auto last = std::span(segments_).last(kEquals);
    if (level_of(last.front()->documents()) != level_of(last.back()->documents())) return;
    auto merged = Segment::of_bytes(merge_segments(last, {}, 1));
    segments_.resize(segments_.size() - kEquals);
    segments_.push_back(std::move(merged));
  }
}

bool IndexTail::write(const std::string& path, std::span<const std::uint32_t> removed, std::size_t threads) {
  if (segments_.empty() && removed.empty()) {
    SegmentBuilder builder(options_hash_);
    builder.add(newest_, newest_numbers_);
    builder.write(path, threads);
    return true;
  }
  const auto& all = segments();
  const bool none_left =
      std::all_of(all.begin(), all.end(), [removed](const auto& segment) { return all_removed(*segment, removed); });
  if (none_left) return false;
  merge_segments(all, removed, threads, path);
  return true;
}

bool fit_together(std::span<const std::shared_ptr<const Segment>> segments) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max() - 1;
  std::uint64_t sentences = 0;
  std::uint64_t documents = 0;
  std::array<std::uint64_t, kIndexTables> entries{};
  for (const auto& segment : segments) {
    sentences += segment->sentences();
    documents += segment->documents();
    for (std::size_t i = 0; i < kIndexTables; ++i) entries[i] += segment->table(static_cast<IndexTable>(i)).size();
  }
  return std::max({sentences, documents, *std::max_element(entries.begin(), entries.end())}) < kMost;
}

}  // namespace cento
