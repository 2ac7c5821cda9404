#include "arrow_files/snappy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace cento::arrow_files {

namespace {

// The format: the size as a varint, then elements. The low two bits of an element's first byte (its tag) say whether it
// is a literal, whose bytes follow, or a copy of bytes that were unpacked before, and how its distance is stored.
constexpr unsigned kLiteral = 0;
constexpr unsigned kNearCopy = 1;         // 4 to 11 bytes, 11 bits of distance
constexpr unsigned kCopy = 2;             // 1 to 64 bytes, 16 bits of distance; with kFarCopy 32 bits
constexpr std::size_t kLongLiteral = 60;  // larger sizes follow the tag, in size - 60 bytes
constexpr std::size_t kChunk = 16;        // bytes that are copied at once
constexpr std::size_t kShortMost = 64;    // bytes of the longest element without an explicit size
/// As long as this much is left on both sides, elements are copied by whole chunks, beyond their end.
constexpr std::size_t kRoom = kShortMost + kChunk;

template <typename Number>
Number load(const std::uint8_t* from) {
  Number number;
  std::memcpy(&number, from, sizeof(number));
  return number;
}

void copy_chunk(std::uint8_t* to, const std::uint8_t* from) {
  std::memcpy(to, from, kChunk);
}

/// Up to kShortMost bytes; writes whole chunks. The sides may overlap if they are at least a chunk apart.
void copy_short(std::uint8_t* to, const std::uint8_t* from, std::size_t size) {
  copy_chunk(to, from);
  if (size <= kChunk) return;
  copy_chunk(to + kChunk, from + kChunk);
  if (size <= 2 * kChunk) return;
  copy_chunk(to + 2 * kChunk, from + 2 * kChunk);
  copy_chunk(to + 3 * kChunk, from + 3 * kChunk);
}

/// Bytes that repeat the last `distance` ones over and over.
void repeat(std::uint8_t* to, std::size_t distance, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to[i] = to[i - distance];
}

/// What a tag says of an element whose size it contains.
struct ShortElement {
  std::uint8_t size = 0;         // 0: the tag does not contain it, or the distance has 32 bits
  std::uint8_t packed_size = 0;  // with the tag
  std::uint16_t distance_mask = 0;
  std::uint16_t distance_base = 0;  // of literals: kChunk
  bool is_literal = false;
};

constexpr std::array<ShortElement, 256> kShortElements = [] {
  std::array<ShortElement, 256> elements{};
  for (unsigned tag = 0; tag < elements.size(); ++tag) {
    const auto upper = static_cast<std::uint8_t>(tag >> 2U);
    if ((tag & 3U) == kLiteral && upper < kLongLiteral) {
      elements[tag] = {static_cast<std::uint8_t>(upper + 1), static_cast<std::uint8_t>(upper + 2), 0, kChunk, true};
    } else if ((tag & 3U) == kNearCopy) {
      const auto base = static_cast<std::uint16_t>((tag >> 5U) << 8U);
      elements[tag] = {static_cast<std::uint8_t>(4 + (upper & 7U)), 2, 0xFF, base, false};
    } else if ((tag & 3U) == kCopy) {
      elements[tag] = {static_cast<std::uint8_t>(upper + 1), 3, 0xFFFF, 0, false};
    }
  }
  return elements;
}();

/// Apart, because the place of the next element depends on them: everything else can be done meanwhile.
constexpr std::array<std::uint8_t, 256> kPackedSizes = [] {
  std::array<std::uint8_t, 256> sizes{};
  for (unsigned tag = 0; tag < sizes.size(); ++tag) sizes[tag] = kShortElements[tag].packed_size;
  return sizes;
}();

class Unpacking {
 public:
  Unpacking(std::span<const std::uint8_t> packed, std::span<std::uint8_t> out)
      : in_(packed.data()),
        in_end_(packed.data() + packed.size()),
        begin_(out.data()),
        out_(out.data()),
        out_end_(out.data() + out.size()) {}

  bool run() {
    if (!has_right_size()) return false;
    while (in_ < in_end_) {
      unpack_short_elements();
      if (in_ < in_end_ && !unpack_element()) return false;
    }
    return out_ == out_end_;
  }

 private:
  [[nodiscard]] std::size_t in_left() const { return static_cast<std::size_t>(in_end_ - in_); }
  [[nodiscard]] std::size_t out_left() const { return static_cast<std::size_t>(out_end_ - out_); }
  [[nodiscard]] std::size_t unpacked() const { return static_cast<std::size_t>(out_ - begin_); }

  bool has_right_size() {
    constexpr unsigned kBitsInByte = 7;
    constexpr unsigned kBitsMost = 32;
    std::uint64_t size = 0;
    for (unsigned shift = 0; shift < kBitsMost; shift += kBitsInByte) {
      if (in_ == in_end_) return false;
      const std::uint8_t byte = *in_++;
      size |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80U) return size == out_left();
    }
    return false;
  }

  /// Short elements, until an end is near or another element comes. Which kind of element comes next cannot be
  /// foreseen, so nothing here is decided by it: literals are copied like copies, from the input.
  void unpack_short_elements() {
    // In registers: as members they would be stored with each byte, which might be part of them.
    const std::uint8_t* in = in_;
    std::uint8_t* out = out_;
    const std::uint8_t* const in_stop = in_end_ - std::min(in_left(), kRoom);
    const std::uint8_t* const out_stop = out_end_ - std::min(out_left(), kRoom);
    while (in < in_stop && out < out_stop) {
      const std::uint8_t tag = *in;
      const ShortElement element = kShortElements[tag];
      const std::size_t distance = (load<std::uint16_t>(in + 1) & element.distance_mask) + element.distance_base;
      if (distance < kChunk || element.size == 0 || distance > static_cast<std::size_t>(out - begin_)) break;
      // An array, and no condition, which would be compiled to a jump.
      const std::array<const std::uint8_t*, 2> sources = {out - distance, in + 1};
      const std::uint8_t* const from = sources[static_cast<std::size_t>(element.is_literal)];
      in += kPackedSizes[tag];
      copy_short(out, from, element.size);
      out += element.size;
    }
    in_ = in;
    out_ = out;
  }

  /// Any element, with all checks.
  bool unpack_element() {
    const unsigned tag = *in_++;
    if ((tag & 3U) == kLiteral) {
      const std::size_t size = (tag >> 2U) + 1;
      return size > kLongLiteral ? unpack_long_literal(size) : unpack_literal(size);
    }
    if (in_left() < distance_bytes(tag)) return false;
    const Copy copy = take_copy(tag);
    if (copy.distance - 1 >= unpacked() || copy.size > out_left()) return false;
    repeat(out_, copy.distance, copy.size);
    out_ += copy.size;
    return true;
  }

  bool unpack_long_literal(std::size_t code) {
    const std::size_t bytes = code - kLongLiteral;
    if (in_left() < bytes) return false;
    std::size_t size = 0;
    for (std::size_t i = 0; i < bytes; ++i) size |= std::size_t{in_[i]} << (8 * i);
    in_ += bytes;
    return unpack_literal(size + 1);
  }

  bool unpack_literal(std::size_t size) {
    if (size > in_left() || size > out_left()) return false;
    std::memcpy(out_, in_, size);
    in_ += size;
    out_ += size;
    return true;
  }

  struct Copy {
    std::size_t size;
    std::size_t distance;
  };

  static std::size_t distance_bytes(unsigned tag) {
    const unsigned kind = tag & 3U;
    return kind == kNearCopy ? 1 : kind == kCopy ? 2 : 4;
  }

  Copy take_copy(unsigned tag) {
    Copy copy{};
    switch (tag & 3U) {
      case kNearCopy:
        copy = {4 + (tag >> 2U & 7U), std::size_t{tag >> 5U} << 8U | *in_};
        in_ += 1;
        break;
      case kCopy:
        copy = {(tag >> 2U) + 1, load<std::uint16_t>(in_)};
        in_ += 2;
        break;
      default: copy = {(tag >> 2U) + 1, load<std::uint32_t>(in_)}; in_ += 4;
    }
    return copy;
  }

  const std::uint8_t* in_;
  const std::uint8_t* in_end_;
  const std::uint8_t* begin_;
  std::uint8_t* out_;
  std::uint8_t* out_end_;
};

static_assert(std::endian::native == std::endian::little, "numbers are loaded as they are stored");

}  // namespace

bool unpack_snappy(std::span<const std::uint8_t> packed, std::span<std::uint8_t> out) {
  return Unpacking(packed, out).run();
}

}  // namespace cento::arrow_files
