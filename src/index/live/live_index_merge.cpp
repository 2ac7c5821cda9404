#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cento/error.hpp"
#include "index/live/index_rebuild.hpp"
#include "index/live/live_index.hpp"

namespace cento {

namespace {

constexpr std::size_t kMany = 8;        // segments of similar size that are merged
constexpr std::uint64_t kSimilar = 8;   // the largest has at most this many times the sentences of the smallest
constexpr std::uint64_t kSmall = 1024;  // sentences: smaller segments count as equal

std::uint64_t size_of(const LiveSegment& live) {
  return std::max<std::uint64_t>(kSmall, live.row.sentences);
}

std::vector<std::shared_ptr<const Segment>> segments_of(std::span<const LiveSegment> live) {
  std::vector<std::shared_ptr<const Segment>> segments;
  segments.reserve(live.size());
  for (const LiveSegment& one : live) segments.push_back(one.segment);
  return segments;
}

/// How many of the first can be merged into one segment.
std::size_t fitting(std::span<const LiveSegment> sources) {
  std::size_t count = sources.size();
  while (count > 1 && !fit_together(segments_of(sources.first(count)))) --count;
  return count;
}

bool is_in(std::span<const LiveSegment> sources, std::uint32_t number) {
  return std::any_of(sources.begin(), sources.end(), [number](const LiveSegment& live) {
    return live.segment->ordinal_of(number) < live.segment->documents();
  });
}

std::uint64_t documents_of(std::span<const LiveSegment> sources) {
  std::uint64_t sum = 0;
  for (const LiveSegment& live : sources) sum += live.row.documents;
  return sum;
}

}  // namespace

std::vector<LiveSegment> LiveIndex::similar_segments() const {
  std::vector<LiveSegment> by_size = contents_->segments;
  std::stable_sort(by_size.begin(), by_size.end(),
                   [](const auto& a, const auto& b) { return size_of(a) < size_of(b); });
  std::span<const LiveSegment> rest = by_size;
  for (; rest.size() >= kMany; rest = rest.subspan(1)) {
    const std::uint64_t most = kSimilar * size_of(rest.front());
    const auto end = std::find_if(rest.begin(), rest.end(), [most](const auto& live) { return size_of(live) > most; });
    const auto similar = rest.first(static_cast<std::size_t>(end - rest.begin()));
    const std::size_t count = similar.size() < kMany ? 0 : fitting(similar);
    if (count >= kMany) return {similar.begin(), similar.begin() + static_cast<std::ptrdiff_t>(count)};
  }
  return {};
}

void LiveIndex::merge_similar() {
  for (auto similar = similar_segments(); !similar.empty(); similar = similar_segments()) {
    merge(similar);
    commit();
    unlink(similar);
  }
}

void LiveIndex::merge_all() {
  write_tail();
  const std::vector<LiveSegment> sources = contents_->segments;
  std::span<const LiveSegment> rest = sources;
  while (!rest.empty()) {
    const auto together = rest.first(fitting(rest));
    if (together.size() > 1 || !removed_in(together).empty()) merge(together);
    rest = rest.subspan(together.size());
  }
  commit();
  unlink(sources);
}

std::vector<std::uint32_t> LiveIndex::removed_in(std::span<const LiveSegment> sources) const {
  std::vector<std::uint32_t> removed = contents_->removed.ascending();
  std::erase_if(removed, [sources](std::uint32_t number) { return !is_in(sources, number); });
  return removed;
}

void LiveIndex::merge(std::span<const LiveSegment> sources) {
  begin();
  const std::vector<std::uint32_t> removed = removed_in(sources);
  if (removed.size() < documents_of(sources)) {
    const std::string file = next_file();
    merge_segments(segments_of(sources), removed, options_.threads, path_in(folder_, file));
    list_segment(file);
  }
  unlist(sources);
  catalog_.erase_removed(removed);
  contents_->removed.erase(removed);
}

void LiveIndex::unlist(std::span<const LiveSegment> sources) {
  for (const LiveSegment& source : sources) {
    catalog_.erase_segment(source.row.file);
    std::erase_if(contents_->segments, [&source](const LiveSegment& live) { return live.row.file == source.row.file; });
  }
}

/// Those that are still listed are kept. Programs that have the others mapped can go on using them.
void LiveIndex::unlink(std::span<const LiveSegment> sources) const {
  for (const LiveSegment& source : sources) {
    const bool is_live = std::any_of(contents_->segments.begin(), contents_->segments.end(),
                                     [&source](const LiveSegment& live) { return live.row.file == source.row.file; });
    std::error_code ignored;  // the next writer removes what remains
    if (!is_live) std::filesystem::remove(path_in(folder_, source.row.file), ignored);
  }
}

void LiveIndex::rebuild(const IndexOptions* options, const std::string* statistics) {
  catalog_.bring_up_to_date();
  begin();
  const std::string json = options != nullptr ? to_json(*options) : catalog_.options_json();
  const std::string bytes = statistics != nullptr ? *statistics : catalog_.statistics();
  contents_->settings = settings_of(json, bytes, catalog_.path());
  contents_->segments.clear();
  const auto rebuilt =
      rebuild_segments(folder_, catalog_, *settings(), digesters_, options_, [this] { return next_file(); });
  catalog_.erase_all_segments();
  catalog_.set_options(json, bytes);
  for (const std::string& file : rebuilt.files) list_segment(file);
  contents_->counters.sentences = rebuilt.sentences;
  contents_->counters.segmented = last_number_;
  commit();
  options_.for_rebuild = false;
  read_again();
  remove_orphans(folder_, catalog_.segments());
}

}  // namespace cento
