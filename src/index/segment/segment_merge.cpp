#include <algorithm>
#include <array>
#include <limits>
#include <queue>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "index/segment/segment_builder.hpp"
#include "index/segment/segment_format.hpp"
#include "index/segment/segment_output.hpp"
#include "index/segment/segment_sections.hpp"
#include "index/segment/table_merge.hpp"
#include "index/segment/table_output.hpp"

namespace cento {

namespace {

constexpr std::size_t kSliceItems = std::size_t{1} << 16;  // renumbered in memory before they are written

/// Consecutive documents of a segment that are also consecutive in the merged one.
struct DocumentRun {
  std::size_t segment = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct RowRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::size_t size() const { return end - begin; }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(size()); }
};

/// The rows of a run of documents in the sections of its segment.
struct RunRows {
  const SegmentSections& from;
  RowRange documents;
  RowRange parts;
  RowRange positions;
};

template <typename T>
std::span<const T> slice(std::span<const T> values, const RowRange& range) {
  return values.subspan(range.begin, range.size());
}

/// The begin of each item of a range, and the end of the last one.
template <typename T>
std::span<const T> offsets(std::span<const T> values, const RowRange& range) {
  return values.subspan(range.begin, range.size() + 1);
}

template <typename T>
RowRange behind(std::span<const T> offsets, const RowRange& range) {
  return {offsets[range.begin], offsets[range.end]};
}

bool is_ascending(std::span<const std::uint32_t> offsets, std::size_t end) {
  return offsets.back() == end && std::is_sorted(offsets.begin(), offsets.end());
}

/// Opening does not check every sentence, and a checksum detects accidents, not attacks.
void check_whole(const Segment& segment) {
  segment.verify();
  const SegmentSections& sections = segment.sections();
  if (segment.has_words() && !is_ascending(sections.word_offsets, sections.words.size())) {
    fail_damaged_segment(segment.path(), "its words do not follow each other");
  }
  if (segment.has_threads() && !is_ascending(sections.thread_offsets, sections.threads.size())) {
    fail_damaged_segment(segment.path(), "its threads do not follow each other");
  }
  for (const KeyTable& table : sections.tables) {
    const std::span<const std::uint32_t> directory = table.directory();
    const bool fits = table.directory_bits() == 0 ? std::is_sorted(directory.begin(), directory.end())
                                                  : is_ascending(directory, table.size());
    if (!fits) fail_damaged_segment(segment.path(), "a directory is not ascending");
  }
}

/// Sorts documents by number and leaves out removed ones.
class DocumentOrder {
 public:
  DocumentOrder(std::span<const std::shared_ptr<const Segment>> segments, std::span<const std::uint32_t> removed)
      : segments_(segments), removed_(removed), next_(segments.size(), 0) {
    for (std::size_t i = 0; i < segments.size(); ++i) push(i);
  }

  std::vector<DocumentRun> runs() {
    std::vector<DocumentRun> runs;
    while (!waiting_.empty()) {
      const auto [number, segment] = waiting_.top();
      waiting_.pop();
      check_number(number, segment);
      const std::uint32_t document = next_[segment]++;
      push(segment);
      if (is_removed(number)) continue;
      const bool continues = !runs.empty() && runs.back().segment == segment && runs.back().end == document;
      if (!continues) runs.push_back({segment, document, document});
      ++runs.back().end;
    }
    return runs;
  }

 private:
  using Waiting = std::pair<std::uint32_t, std::size_t>;  // a number, and the segment that has it

  void push(std::size_t segment) {
    const std::span<const std::uint32_t> numbers = segments_[segment]->numbers();
    if (next_[segment] < numbers.size()) waiting_.emplace(numbers[next_[segment]], segment);
  }

  void check_number(std::uint32_t number, std::size_t segment) const {
    if (waiting_.empty() || waiting_.top().first != number) return;
    throw Error(fmt::format("document {} is in two segments, {} and {}; `cento index rebuild` recreates them", number,
                            segments_[segment]->path(), segments_[waiting_.top().second]->path()));
  }

  bool is_removed(std::uint32_t number) {
    while (!removed_.empty() && removed_.front() < number) removed_ = removed_.subspan(1);
    return !removed_.empty() && removed_.front() == number;
  }

  std::span<const std::shared_ptr<const Segment>> segments_;
  std::span<const std::uint32_t> removed_;
  std::vector<std::uint32_t> next_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

/// Writes the merged segment, section by section.
class SegmentMerge {
 public:
  SegmentMerge(std::span<const std::shared_ptr<const Segment>> segments, std::span<const std::uint32_t> removed,
               std::size_t threads)
      : segments_(segments), threads_(std::max<std::size_t>(1, threads)) {
    for (const auto& segment : segments) check_whole(*segment);
    check_same_options();
    runs_ = DocumentOrder(segments, removed).runs();
    renumber();
  }

  std::vector<std::byte> write(SegmentOutput& out) const {
    write_documents(out);
    write_sentences(out);
    write_words(out);
    write_threads(out);
    for (std::size_t i = 0; i < kIndexTables; ++i) write_table(i, out);
    return out.finish(segments_.empty() ? 0 : segments_.front()->options_hash(), counts_);
  }

 private:
  void check_same_options() const {
    for (const auto& segment : segments_) {
      if (segment->options_hash() == segments_.front()->options_hash()) continue;
      throw Error(fmt::format("{} and {} were made with different options; `cento index rebuild` recreates them",
                              segments_.front()->path(), segment->path()));
    }
  }

  [[nodiscard]] RunRows rows_of(const DocumentRun& run) const {
    const SegmentSections& from = segments_[run.segment]->sections();
    const RowRange documents = {run.begin, run.end};
    const RowRange parts = behind(from.first_parts, documents);
    return {from, documents, parts, behind(from.first_positions, parts)};
  }

  void renumber() {
    documents_.resize(segments_.size());
    positions_.resize(segments_.size());
    for (const DocumentRun& run : runs_) add_run(run);
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      add_gone(i, segments_[i]->documents(), segments_[i]->sentences());
      documents_[i].finish();
      positions_[i].finish();
    }
  }

  void add_run(const DocumentRun& run) {
    const RunRows rows = rows_of(run);
    check_room(counts_.parts + rows.parts.size());
    check_room(counts_.sentences + rows.positions.size());
    add_gone(run.segment, run.begin, static_cast<std::uint32_t>(rows.positions.begin));
    documents_[run.segment].add(rows.documents.count(), counts_.documents);
    positions_[run.segment].add(rows.positions.count(), counts_.sentences);
    counts_.documents += rows.documents.count();
    counts_.parts += rows.parts.count();
    counts_.sentences += rows.positions.count();
  }

  /// Everything up to this document and position of a segment that has no new number yet is gone.
  void add_gone(std::size_t segment, std::uint32_t document, std::uint32_t position) {
    documents_[segment].add(document - documents_[segment].size(), Renumbering::kGone);
    positions_[segment].add(position - positions_[segment].size(), Renumbering::kGone);
  }

  static void check_room(std::uint64_t items) {
    if (items < std::numeric_limits<std::uint32_t>::max()) return;
    throw Error("the merged segment would have more than 4,294,967,294 parts, sentences or keys; merge fewer segments");
  }

  /// Appends the result of `slice_of` for each run.
  template <typename SliceOf>
  void write_slices(SegmentOutput& out, SectionKind kind, const SliceOf& slice_of) const {
    out.begin(kind);
    for (const DocumentRun& run : runs_) out.append_array(slice_of(rows_of(run)));
  }

  /// The same for arrays of begins, which are shifted: `offsets_of` also has the end of the run's last item.
  template <typename T, typename OffsetsOf>
  void write_offsets(SegmentOutput& out, SectionKind kind, const OffsetsOf& offsets_of) const {
    out.begin(kind);
    T next = 0;
    for (const DocumentRun& run : runs_) {
      const std::span<const T> some = offsets_of(rows_of(run));
      append_moved<T>(out, some.first(some.size() - 1), next - some.front());
      next += some.back() - some.front();
    }
    out.append_array(std::span<const T>(&next, 1));
  }

  template <typename T>
  static void append_moved(SegmentOutput& out, std::span<const T> offsets, T distance) {
    PlainVector<T> moved;
    while (!offsets.empty()) {
      const std::span<const T> some = offsets.first(std::min(kSliceItems, offsets.size()));
      moved.resize(some.size());
      std::transform(some.begin(), some.end(), moved.begin(), [&](T offset) { return offset + distance; });
      out.append_array(std::span<const T>(moved));
      offsets = offsets.subspan(some.size());
    }
  }

  void write_documents(SegmentOutput& out) const {
    write_slices(out, SectionKind::numbers, [](const RunRows& run) { return slice(run.from.numbers, run.documents); });
    write_slices(out, SectionKind::texts, [](const RunRows& run) { return slice(run.from.texts, run.documents); });
    write_offsets<std::uint32_t>(out, SectionKind::first_parts,
                                 [](const RunRows& run) { return offsets(run.from.first_parts, run.documents); });
    write_offsets<std::uint32_t>(out, SectionKind::first_positions,
                                 [](const RunRows& run) { return offsets(run.from.first_positions, run.parts); });
    write_offsets<std::uint64_t>(out, SectionKind::span_offsets,
                                 [](const RunRows& run) { return offsets(run.from.span_offsets, run.parts); });
  }

  void write_sentences(SegmentOutput& out) const {
    write_slices(out, SectionKind::spans,
                 [](const RunRows& run) { return slice(run.from.spans, behind(run.from.span_offsets, run.parts)); });
    write_slices(out, SectionKind::contents,
                 [](const RunRows& run) { return slice(run.from.contents, run.positions); });
    if (!all_have([](const SegmentSections& from) { return !from.bits.empty(); })) return;
    write_slices(out, SectionKind::bits, [](const RunRows& run) {
      return run.positions.size() == 0 ? std::span<const BitSignature>() : slice(run.from.bits, run.positions);
    });
  }

  void write_words(SegmentOutput& out) const {
    if (!all_have([](const SegmentSections& from) { return !from.word_offsets.empty(); })) return;
    static constexpr std::array<std::uint32_t, 1> kNoWords = {0};  // of segments without sentences
    write_offsets<std::uint32_t>(out, SectionKind::word_offsets, [](const RunRows& run) {
      return run.positions.size() == 0 ? std::span<const std::uint32_t>(kNoWords)
                                       : offsets(run.from.word_offsets, run.positions);
    });
    write_slices(out, SectionKind::words, [](const RunRows& run) {
      return run.positions.size() == 0 ? std::span<const std::uint32_t>()
                                       : slice(run.from.words, behind(run.from.word_offsets, run.positions));
    });
  }

  void write_threads(SegmentOutput& out) const {
    if (!all_have_threads()) return;
    write_offsets<std::uint32_t>(out, SectionKind::thread_offsets,
                                 [](const RunRows& run) { return offsets(run.from.thread_offsets, run.documents); });
    write_slices(out, SectionKind::threads, [](const RunRows& run) {
      return slice(run.from.threads, behind(run.from.thread_offsets, run.documents));
    });
  }

  [[nodiscard]] bool all_have_threads() const {
    const auto has_any = [](const auto& segment) { return segment->documents() > 0; };
    const auto has_threads = [](const auto& segment) { return segment->has_threads(); };
    const auto with_documents = std::count_if(segments_.begin(), segments_.end(), has_any);
    const auto with_threads = std::count_if(segments_.begin(), segments_.end(), has_threads);
    if (with_threads != 0 && with_threads != with_documents) fail_different("threads");
    return with_threads != 0 && counts_.documents > 0;
  }

  [[noreturn]] static void fail_different(std::string_view what) {
    throw Error(
        fmt::format("segments with and without {} cannot be merged; `cento index rebuild` recreates them", what));
  }

  /// Whether sentences have something, which all or none of the segments with sentences must have.
  template <typename Has>
  [[nodiscard]] bool all_have(const Has& has) const {
    bool some_have = false;
    bool some_lack = false;
    for (const auto& segment : segments_) {
      if (segment->sentences() == 0) continue;
      (has(segment->sections()) ? some_have : some_lack) = true;
    }
    if (some_have && some_lack) fail_different("bits or words");
    return some_have && counts_.sentences > 0;
  }

  void write_table(std::size_t table, SegmentOutput& out) const {
    std::vector<MergedTable> tables;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      tables.push_back({&segments_[i]->sections().tables[table],
                        leads_to_documents(table) ? &documents_[i] : &positions_[i],
                        has_short_keys(table) ? KeyTable::Keys::brief : KeyTable::Keys::whole});
    }
    const std::uint64_t size = count_merged(tables);
    check_room(size);
    TableOutput output(out, table, size, counts_.documents);
    const PlainVector<std::uint32_t> directory =
        merge_tables(tables, size, threads_, [&](std::span<const KeyTable::Entry> entries) { output.append(entries); });
    if (output.written() != size)
      throw Error("a table has values that are not in its segment; `cento index rebuild` recreates it");
    output.finish(directory);
  }

  std::span<const std::shared_ptr<const Segment>> segments_;
  std::size_t threads_;
  std::vector<DocumentRun> runs_;
  std::vector<Renumbering> documents_;  // of each segment
  std::vector<Renumbering> positions_;
  SegmentCounts counts_;
};

}  // namespace

std::vector<std::byte> merge_segments(std::span<const std::shared_ptr<const Segment>> segments,
                                      std::span<const std::uint32_t> removed, std::size_t threads) {
  SegmentOutput out;
  return SegmentMerge(segments, removed, threads).write(out);
}

void merge_segments(std::span<const std::shared_ptr<const Segment>> segments, std::span<const std::uint32_t> removed,
                    std::size_t threads, const std::string& path) {
  SegmentOutput out(path);
  SegmentMerge(segments, removed, threads).write(out);
}

}  // namespace cento
