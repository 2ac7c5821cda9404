#include "index/segment/segment_format.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/hash/checksum.hpp"

namespace cento {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers have the same bytes in the file as in memory");

constexpr std::string_view kMagic = "CENTOSEG";

/// The first bytes of a segment, with the layout of the file.
struct FixedHead {
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  std::uint32_t sections = 0;
  std::uint64_t options_hash = 0;
  std::uint64_t file_bytes = 0;
  std::uint32_t documents = 0;
  std::uint32_t parts = 0;
  std::uint32_t sentences = 0;
  std::uint32_t unused = 0;
  std::uint64_t unused_too = 0;
  std::uint64_t checksum = 0;  // of the whole head, with 0 in place of the checksum
};
constexpr std::size_t kFixedHeadBytes = 64;
constexpr std::size_t kSectionRowBytes = 32;
constexpr std::size_t kMostSections = (kSegmentHeadBytes - kFixedHeadBytes) / kSectionRowBytes;
static_assert(sizeof(FixedHead) == kFixedHeadBytes && sizeof(SectionRow) == kSectionRowBytes);

using HeadBytes = std::array<std::byte, kSegmentHeadBytes>;

void put_fixed_head(const FixedHead& head, HeadBytes& bytes) {
  std::memcpy(bytes.data(), &head, sizeof(head));
}

void check_magic_and_version(std::span<const std::byte> bytes, const FixedHead& head, const std::string& file) {
  if (bytes.size() < kMagic.size() || std::string_view(head.magic.data(), head.magic.size()) != kMagic) {
    throw Error(fmt::format("{} is not a segment of an index; `cento index rebuild` recreates it", file));
  }
  if (bytes.size() >= kFixedHeadBytes && head.version > kSegmentVersion) {
    throw Error(fmt::format("{} has format version {}, but this Cento reads up to {}; use a newer Cento", file,
                            head.version, kSegmentVersion));
  }
  if (bytes.size() < kSegmentHeadBytes) fail_damaged_segment(file, "it ends inside its header");
  if (head.version == 0) fail_damaged_segment(file, "its header says version 0");
}

void check_checksum(std::span<const std::byte> bytes, FixedHead head, const std::string& file) {
  HeadBytes copy;
  std::copy_n(bytes.begin(), kSegmentHeadBytes, copy.begin());
  const std::uint64_t expected = head.checksum;
  head.checksum = 0;
  put_fixed_head(head, copy);
  if (checksum_of(copy) != expected) fail_damaged_segment(file, "the checksum of its header does not match");
}

/// The head was written by us, or by an attacker: both have a valid checksum.
void check_sections(const SegmentHead& head, std::size_t bytes, const std::string& file) {
  std::uint64_t end = kSegmentHeadBytes;
  auto kind = SectionKind{};
  for (const SectionRow& row : head.sections) {
    const bool fits = row.kind > kind && row.offset == end && row.bytes > 0 && row.bytes <= bytes - end;
    if (!fits) fail_damaged_segment(file, "its sections do not follow each other");
    kind = row.kind;
    end = aligned(row.offset + row.bytes);
    if (end > bytes) fail_damaged_segment(file, "it ends early");
  }
  if (end != bytes || head.file_bytes != bytes) fail_damaged_segment(file, "it is not as long as its header says");
}

}  // namespace

std::string name_of(IndexTable table) {
  constexpr std::array<std::string_view, kIndexTables> kNames = {"texts", "sentences", "blog", "documents",
                                                                 "near",  "words",     "bits", "threads"};
  return std::string(kNames[static_cast<std::size_t>(table)]);
}

std::string name_of(SectionKind kind) {
  constexpr std::array<std::string_view, 13> kNames = {
      "none",     "numbers", "texts",        "first parts", "first positions", "span offsets", "spans",
      "contents", "bits",    "word offsets", "words",       "thread offsets",  "threads"};
  if (kind == SectionKind::blocks) return "checksums of blocks";
  const auto number = static_cast<std::uint32_t>(kind);
  if (number < kNames.size()) return std::string(kNames[number]);
  const std::uint32_t in_tables = number - static_cast<std::uint32_t>(SectionKind::tables);
  if (in_tables >= 2 * kIndexTables) return fmt::format("section {}", number);
  return fmt::format("{} of table {}", in_tables % 2 == 0 ? "entries" : "directory",
                     name_of(static_cast<IndexTable>(in_tables / 2)));
}

std::array<std::byte, kSegmentHeadBytes> encode_head(SegmentHead& head) {
  HeadBytes bytes{};
  FixedHead fixed;
  std::copy(kMagic.begin(), kMagic.end(), fixed.magic.begin());
  fixed.version = kSegmentVersion;
  fixed.sections = static_cast<std::uint32_t>(head.sections.size());
  fixed.options_hash = head.options_hash;
  fixed.file_bytes = head.file_bytes;
  fixed.documents = head.counts.documents;
  fixed.parts = head.counts.parts;
  fixed.sentences = head.counts.sentences;
  put_fixed_head(fixed, bytes);
  std::ranges::copy(std::as_bytes(std::span(head.sections)), bytes.begin() + kFixedHeadBytes);
  head.checksum = fixed.checksum = checksum_of(bytes);
  put_fixed_head(fixed, bytes);
  return bytes;
}

SegmentHead decode_head(std::span<const std::byte> bytes, const std::string& file) {
  FixedHead fixed;
  std::ranges::copy(bytes.first(std::min(bytes.size(), sizeof(fixed))),
                    std::as_writable_bytes(std::span(&fixed, 1)).begin());
  check_magic_and_version(bytes, fixed, file);
  check_checksum(bytes, fixed, file);
  if (fixed.sections > kMostSections) fail_damaged_segment(file, "it has too many sections");
  SegmentHead head;
  head.version = fixed.version;
  head.options_hash = fixed.options_hash;
  head.file_bytes = fixed.file_bytes;
  head.counts = {fixed.documents, fixed.parts, fixed.sentences};
  head.checksum = fixed.checksum;
  head.sections.resize(fixed.sections);
  std::ranges::copy(bytes.subspan(kFixedHeadBytes, fixed.sections * kSectionRowBytes),
                    std::as_writable_bytes(std::span(head.sections)).begin());
  check_sections(head, bytes.size(), file);
  return head;
}

void fail_damaged_segment(const std::string& file, const std::string& what) {
  throw Error(fmt::format("{} is damaged ({}); `cento index rebuild` recreates it", file, what));
}

}  // namespace cento
