#include "index/segment/segment.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/hash/checksum.hpp"
#include "index/damage.hpp"
#include "index/segment/mapped_file.hpp"
#include "index/segment/segment_format.hpp"
#include "index/segment/segment_sections.hpp"
#include "index/segment/span_codec.hpp"

namespace cento {

namespace {

/// Sections that are read completely on opening.
constexpr std::array<SectionKind, 5> kReadOnOpening = {SectionKind::numbers, SectionKind::first_parts,
                                                       SectionKind::first_positions, SectionKind::span_offsets,
                                                       SectionKind::blocks};

std::span<const std::uint32_t> between(const CheckedArray<std::uint32_t>& all, std::size_t begin, std::size_t end) {
  begin = std::min(begin, all.size());
  return all.subspan(begin, std::clamp(end, begin, all.size()) - begin);
}

}  // namespace

struct Segment::State {
  std::string path;
  std::vector<std::byte> owned;  // a segment in memory
  MappedFile mapped;             // a segment file
  std::span<const std::byte> bytes;
  SegmentHead head;
  SegmentSections sections;
  std::unique_ptr<const BlockChecks> checks;  // null: in memory, or a version without them

  [[nodiscard]] std::string name() const { return path.empty() ? "a segment in memory" : path; }

  void take(std::span<const std::byte> all) {
    bytes = all;
    head = decode_head(bytes, name());
    sections = sections_of(bytes, head, name());
  }

  void check(const SectionRow& row) const {
    if (checksum_of(bytes.subspan(row.offset, aligned(row.bytes))) == row.checksum) return;
    fail_damaged_segment(name(), fmt::format("the checksum of its section \"{}\" does not match", name_of(row.kind)));
  }

  /// A file may change after it was written, memory does not.
  void check_as_file() {
    for (const SectionRow& row : head.sections) {
      if (std::ranges::find(kReadOnOpening, row.kind) != kReadOnOpening.end()) check(row);
    }
    if (sections.blocks.empty()) return;
    const auto* end = reinterpret_cast<const std::byte*>(sections.blocks.data());
    checks = std::make_unique<BlockChecks>(std::span(bytes.data() + kSegmentHeadBytes, end), sections.blocks);
    for (KeyTable& table : sections.tables) table.set_checks(checks.get());
  }

  template <typename T>
  [[nodiscard]] CheckedArray<T> checked(std::span<const T> values) const {
    return {values, checks.get()};
  }

  /// Of concatenated numbers, those between offset `i` and the next.
  [[nodiscard]] std::span<const std::uint32_t> numbers_at(std::span<const std::uint32_t> offsets, std::uint32_t i,
                                                          std::span<const std::uint32_t> all) const {
    if (std::size_t{i} + 1 >= offsets.size()) return {};
    const auto both = checked(offsets).subspan(i, 2);
    return both.empty() ? both : between(checked(all), both[0], both[1]);
  }

  /// The number of a part among all; false if the document has no such part.
  bool find_part(std::uint32_t document, std::uint32_t part, std::size_t& found) const {
    if (document >= head.counts.documents) return false;
    found = std::size_t{sections.first_parts[document]} + part;
    return found < sections.first_parts[document + 1];
  }

  [[nodiscard]] SpanReader spans_of_part(std::size_t part) const {
    const std::uint64_t begin = sections.span_offsets[part];
    const std::uint32_t sentences = sections.first_positions[part + 1] - sections.first_positions[part];
    const auto packed = checked(sections.spans).subspan(begin, sections.span_offsets[part + 1] - begin);
    return {packed, sentences};
  }

  [[nodiscard]] std::uint32_t document_of(std::uint32_t part) const {
    const auto& firsts = sections.first_parts;
    const bool is_one_each = part < head.counts.documents && firsts[part] == part && firsts[part + 1] == part + 1;
    if (is_one_each) return part;
    return static_cast<std::uint32_t>(std::upper_bound(firsts.begin(), firsts.end(), part) - firsts.begin() - 1);
  }
};

Segment::Segment() : state_(std::make_unique<State>()) {}
Segment::~Segment() = default;

std::shared_ptr<const Segment> Segment::open(const std::string& path, std::uint64_t options_hash) {
  const std::shared_ptr<Segment> segment(new Segment());
  segment->state_->path = path;
  segment->state_->mapped = MappedFile(path);
  segment->state_->take(segment->state_->mapped.bytes());
  segment->state_->check_as_file();
  if (segment->options_hash() != options_hash) {
    throw Error(fmt::format("{} was made with other options than its index; `cento index rebuild` recreates it", path));
  }
  return segment;
}

std::shared_ptr<const Segment> Segment::of_bytes(std::vector<std::byte> bytes) {
  const std::shared_ptr<Segment> segment(new Segment());
  segment->state_->owned = std::move(bytes);
  segment->state_->take(segment->state_->owned);
  return segment;
}

void Segment::verify() const {
  for (const SectionRow& row : state_->head.sections) state_->check(row);
}

std::vector<IndexDamage> Segment::damages() const {
  std::vector<IndexDamage> found;
  if (state_->checks == nullptr) return found;
  for (const std::uint64_t at : state_->checks->damaged()) {
    found.push_back({state_->path, kSegmentHeadBytes + at, "the block is damaged and left out"});
  }
  return found;
}

const std::string& Segment::path() const {
  return state_->path;
}
std::span<const std::byte> Segment::bytes() const {
  return state_->bytes;
}
std::uint64_t Segment::checksum() const {
  return state_->head.checksum;
}
std::uint64_t Segment::options_hash() const {
  return state_->head.options_hash;
}
const SegmentSections& Segment::sections() const {
  return state_->sections;
}
std::uint32_t Segment::documents() const {
  return state_->head.counts.documents;
}
std::uint32_t Segment::sentences() const {
  return state_->head.counts.sentences;
}
std::span<const std::uint32_t> Segment::numbers() const {
  return state_->sections.numbers;
}
CheckedArray<Fingerprint> Segment::texts() const {
  return state_->checked(state_->sections.texts);
}

std::uint32_t Segment::ordinal_of(std::uint32_t number) const {
  const std::span<const std::uint32_t> all = numbers();
  const auto found = std::lower_bound(all.begin(), all.end(), number);
  return found != all.end() && *found == number ? static_cast<std::uint32_t>(found - all.begin()) : documents();
}

std::uint32_t Segment::parts_of(std::uint32_t document) const {
  if (document >= documents()) return 0;
  return state_->sections.first_parts[document + 1] - state_->sections.first_parts[document];
}

SentenceRange Segment::positions_of(std::uint32_t document, std::uint32_t part) const {
  std::size_t found = 0;
  if (!state_->find_part(document, part, found)) return {};
  return {state_->sections.first_positions[found], state_->sections.first_positions[found + 1]};
}

SegmentPlace Segment::place_of(std::uint32_t position) const {
  if (position >= sentences()) return {documents(), 0, 0};
  const auto& firsts = state_->sections.first_positions;
  const auto part =
      static_cast<std::uint32_t>(std::upper_bound(firsts.begin(), firsts.end(), position) - firsts.begin() - 1);
  return place_in_part(part, position);
}

SegmentPlace Segment::place_in_part(std::uint32_t part, std::uint32_t position) const {
  const std::uint32_t document = state_->document_of(part);
  const SegmentSections& sections = state_->sections;
  return {document, part - sections.first_parts[document], position - sections.first_positions[part]};
}

Span Segment::bytes_of(std::uint32_t document, std::uint32_t part, const SentenceRange& range) const {
  std::size_t found = 0;
  if (!state_->find_part(document, part, found)) return {};
  const std::uint32_t end = std::min(range.end, positions_of(document, part).size());
  if (range.begin >= end) return {};
  SpanReader spans = state_->spans_of_part(found);
  spans.seek(range.begin);
  Span all = spans.next();
  if (range.begin + 1 < end) {
    spans.seek(end - 1);
    all.end = spans.next().end;
  }
  return {all.begin, std::max(all.begin, all.end)};
}

void Segment::spans_of(std::uint32_t document, std::uint32_t part, PlainVector<Span>& out) const {
  out.clear();
  std::size_t found = 0;
  if (!state_->find_part(document, part, found)) return;
  SpanReader spans = state_->spans_of_part(found);
  out.resize(positions_of(document, part).size());
  for (Span& span : out) span = spans.next();
}

CheckedArray<std::uint32_t> Segment::contents() const {
  return state_->checked(state_->sections.contents);
}
CheckedArray<BitSignature> Segment::bits() const {
  return state_->checked(state_->sections.bits);
}

const KeyTable& Segment::table(IndexTable table) const {
  return state_->sections.tables[static_cast<std::size_t>(table)];
}

bool Segment::has_words() const {
  return !state_->sections.word_offsets.empty();
}

std::span<const std::uint32_t> Segment::words_of(std::uint32_t position) const {
  return state_->numbers_at(state_->sections.word_offsets, position, state_->sections.words);
}

void Segment::prefetch_words_of(std::uint32_t position) const {
  const auto& offsets = state_->sections.word_offsets;
  if (position < offsets.size()) __builtin_prefetch(&offsets[position]);
}

bool Segment::has_threads() const {
  return !state_->sections.thread_offsets.empty();
}

std::span<const std::uint32_t> Segment::thread_of(std::uint32_t document) const {
  return state_->numbers_at(state_->sections.thread_offsets, document, state_->sections.threads);
}

std::vector<Segment::SectionSize> Segment::section_sizes() const {
  std::vector<SectionSize> sizes = {{"head", kSegmentHeadBytes}};
  for (const SectionRow& row : state_->head.sections) sizes.push_back({name_of(row.kind), aligned(row.bytes)});
  return sizes;
}

}  // namespace cento
