#include "index/segment/segment_sections.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace cento {

namespace {

constexpr std::uint32_t kShortKeysSince = 2;  // version
constexpr std::uint32_t kBlocksSince = 3;

/// Extracts the sections from a segment's bytes, and checks them.
class SectionTaker {
 public:
  SectionTaker(std::span<const std::byte> bytes, const SegmentHead& head, const std::string& file)
      : bytes_(bytes), head_(head), file_(file) {}

  SegmentSections take() {
    const auto [documents, parts, sentences] = head_.counts;
    SegmentSections all;
    all.numbers = array<std::uint32_t>(SectionKind::numbers, documents);
    all.texts = array<Fingerprint>(SectionKind::texts, documents);
    all.first_parts = array<std::uint32_t>(SectionKind::first_parts, std::size_t{documents} + 1);
    all.first_positions = array<std::uint32_t>(SectionKind::first_positions, std::size_t{parts} + 1);
    all.span_offsets = array<std::uint64_t>(SectionKind::span_offsets, std::size_t{parts} + 1);
    all.spans = raw(SectionKind::spans);
    all.contents = array<std::uint32_t>(SectionKind::contents, sentences);
    all.bits = array_if_there<BitSignature>(SectionKind::bits, sentences);
    all.word_offsets = array_if_there<std::uint32_t>(SectionKind::word_offsets, std::size_t{sentences} + 1);
    all.words = array<std::uint32_t>(SectionKind::words, row_bytes(SectionKind::words) / sizeof(std::uint32_t));
    all.thread_offsets = array_if_there<std::uint32_t>(SectionKind::thread_offsets, std::size_t{documents} + 1);
    all.threads = array<std::uint32_t>(SectionKind::threads, row_bytes(SectionKind::threads) / sizeof(std::uint32_t));
    for (std::size_t i = 0; i < kIndexTables; ++i) all.tables[i] = table(i);
    if (head_.version >= kBlocksSince) all.blocks = array<std::uint64_t>(SectionKind::blocks, count_blocks());
    check_order(all);
    return all;
  }

 private:
  [[noreturn]] void fail(SectionKind kind) const {
    fail_damaged_segment(file_, fmt::format("its section \"{}\" does not match the others", name_of(kind)));
  }

  [[nodiscard]] const SectionRow* row(SectionKind kind) const {
    const auto found = std::find_if(head_.sections.begin(), head_.sections.end(),
                                    [&](const SectionRow& section) { return section.kind == kind; });
    return found == head_.sections.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::uint64_t row_bytes(SectionKind kind) const {
    const SectionRow* section = row(kind);
    return section == nullptr ? 0 : section->bytes;
  }

  [[nodiscard]] std::span<const std::byte> raw(SectionKind kind) const {
    const SectionRow* section = row(kind);
    return section == nullptr ? std::span<const std::byte>() : bytes_.subspan(section->offset, section->bytes);
  }

  template <typename T>
  [[nodiscard]] std::span<const T> array(SectionKind kind, std::size_t size) const {
    const std::span<const std::byte> bytes = raw(kind);
    if (bytes.size() / sizeof(T) != size || bytes.size() % sizeof(T) != 0) fail(kind);
    return {reinterpret_cast<const T*>(bytes.data()), size};
  }

  template <typename T>
  [[nodiscard]] std::span<const T> array_if_there(SectionKind kind, std::size_t size) const {
    return row(kind) == nullptr ? std::span<const T>() : array<T>(kind, size);
  }

  [[nodiscard]] std::size_t count_blocks() const {
    const SectionRow* section = row(SectionKind::blocks);
    return section == nullptr ? 0 : blocks_of(section->offset - kSegmentHeadBytes);
  }

  [[nodiscard]] KeyTable table(std::size_t number) const {
    const bool is_brief = head_.version >= kShortKeysSince && has_short_keys(number);
    const SectionRow* entries = row(entries_of(number));
    const std::uint32_t detail = entries == nullptr ? 0 : entries->detail;
    const std::size_t entry_bytes = detail == 0 ? sizeof(KeyTable::Entry) : detail;
    const std::size_t size = row_bytes(entries_of(number)) / entry_bytes;
    const unsigned bits = directory_bits_for(size);
    const SectionRow* directory = row(directory_of(number));
    if (directory != nullptr && directory->detail != bits) fail(directory_of(number));
    const auto numbers = array<std::uint32_t>(directory_of(number), directory_size_for(bits, size));
    if (detail == 0) {
      return {bits, numbers, array<KeyTable::Entry>(entries_of(number), size),
              is_brief ? KeyTable::Keys::brief : KeyTable::Keys::whole};
    }
    if (detail != kNarrowEntryBytes || !is_brief || bits == 0) fail(entries_of(number));
    return {bits, numbers, array<std::uint32_t>(entries_of(number), size)};
  }

  void check_order(const SegmentSections& all) const {
    if (std::adjacent_find(all.numbers.begin(), all.numbers.end(), std::greater_equal<>()) != all.numbers.end()) {
      fail(SectionKind::numbers);
    }
    check_offsets(all.first_parts, head_.counts.parts, SectionKind::first_parts);
    check_offsets(all.first_positions, head_.counts.sentences, SectionKind::first_positions);
    check_offsets(all.span_offsets, all.spans.size(), SectionKind::span_offsets);
  }

  template <typename T>
  void check_offsets(std::span<const T> offsets, std::uint64_t end, SectionKind kind) const {
    const bool fits = offsets.front() == 0 && offsets.back() == end && std::is_sorted(offsets.begin(), offsets.end());
    if (!fits) fail(kind);
  }

  std::span<const std::byte> bytes_;
  const SegmentHead& head_;
  const std::string& file_;
};

}  // namespace

SegmentSections sections_of(std::span<const std::byte> bytes, const SegmentHead& head, const std::string& file) {
  return SectionTaker(bytes, head, file).take();
}

}  // namespace cento
