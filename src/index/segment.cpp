#include "index/segment.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/checksum.hpp"
#include "core/error.hpp"
#include "index/mapped_file.hpp"
#include "index/segment_format.hpp"
#include "index/segment_sections.hpp"
#include "index/span_codec.hpp"

namespace cento {

struct Segment::State {
  std::string path;
  std::vector<std::byte> owned;  // of memory
  MappedFile mapped;             // of a file
  std::span<const std::byte> bytes;
  SegmentHead head;
  SegmentSections sections;

  [[nodiscard]] std::string name() const { return path.empty() ? "a segment in memory" : path; }

  void take(std::span<const std::byte> all) {
    bytes = all;
    head = decode_head(bytes, name());
    sections = sections_of(bytes, head, name());
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
    return {sections.spans.subspan(begin, sections.span_offsets[part + 1] - begin), sentences};
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
  if (segment->options_hash() != options_hash) {
    throw Error(
        fmt::format("{} was made under other options than its index has; `cento index rebuild` makes it again", path));
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
  for (const SectionRow& row : state_->head.sections) {
    if (checksum_of(state_->bytes.subspan(row.offset, aligned(row.bytes))) == row.checksum) continue;
    fail_damaged_segment(state_->name(),
                         fmt::format("the checksum of its section \"{}\" does not fit", name_of(row.kind)));
  }
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
std::span<const Fingerprint> Segment::texts() const {
  return state_->sections.texts;
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

std::span<const std::uint32_t> Segment::contents() const {
  return state_->sections.contents;
}
std::span<const BitSignature> Segment::bits() const {
  return state_->sections.bits;
}

const KeyTable& Segment::table(IndexTable table) const {
  return state_->sections.tables[static_cast<std::size_t>(table)];
}

bool Segment::has_words() const {
  return !state_->sections.word_offsets.empty();
}

std::span<const std::uint32_t> Segment::words_of(std::uint32_t position) const {
  return state_->sections.words_of(position);
}

void Segment::prefetch_words_of(std::uint32_t position) const {
  state_->sections.prefetch_words_of(position);
}

bool Segment::has_threads() const {
  return !state_->sections.thread_offsets.empty();
}

std::span<const std::uint32_t> Segment::thread_of(std::uint32_t document) const {
  return state_->sections.thread_of(document);
}

std::vector<Segment::SectionSize> Segment::section_sizes() const {
  std::vector<SectionSize> sizes = {{"head", kSegmentHeadBytes}};
  for (const SectionRow& row : state_->head.sections) sizes.push_back({name_of(row.kind), aligned(row.bytes)});
  return sizes;
}

}  // namespace cento
