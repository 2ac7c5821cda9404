#include "arrow_files/snappy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_files/plain_snappy.hpp"

namespace cento::arrow_files {
namespace {

void append_number(std::string& out, std::uint64_t number, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i));
}

std::string varint(std::uint64_t number) {
  std::string out;
  for (; number >= 0x80; number >>= 7U) out += static_cast<char>(number | 0x80U);
  return out + static_cast<char>(number);
}

/// Packs elements one by one, of any kind that the format has.
class Packing {
 public:
  void literal(std::string_view bytes) {
    constexpr std::size_t kShortMost = 60;
    if (bytes.size() <= kShortMost) {
      elements_ += static_cast<char>((bytes.size() - 1) << 2U);
    } else {
      const std::size_t size_bytes = bytes.size() <= 256 ? 1 : bytes.size() <= 65536 ? 2 : 3;
      elements_ += static_cast<char>((kShortMost - 1 + size_bytes) << 2U);
      append_number(elements_, bytes.size() - 1, size_bytes);
    }
    elements_ += bytes;
    plain_ += bytes;
  }

  void copy(std::size_t distance, std::size_t size) {
    if (size >= 4 && size <= 11 && distance < 2048) {
      elements_ += static_cast<char>(1U | (size - 4) << 2U | (distance >> 8U) << 5U);
      append_number(elements_, distance, 1);
    } else {
      const bool is_near = distance < 65536;
      elements_ += static_cast<char>((is_near ? 2U : 3U) | (size - 1) << 2U);
      append_number(elements_, distance, is_near ? 2 : 4);
    }
    for (std::size_t i = 0; i < size; ++i) plain_ += plain_[plain_.size() - distance];
  }

  [[nodiscard]] std::string packed() const { return varint(plain_.size()) + elements_; }
  [[nodiscard]] const std::string& plain() const { return plain_; }

 private:
  std::string elements_;
  std::string plain_;
};

/// Into memory of just that size, so that a sanitizer sees whatever is written beyond it.
std::optional<std::string> unpack(std::string_view packed, std::size_t size) {
  const std::vector<std::uint8_t> in(packed.begin(), packed.end());
  std::vector<std::uint8_t> out(size);
  if (!unpack_snappy(in, out)) return std::nullopt;
  return std::string(out.begin(), out.end());
}

Packing random_packing() {
  Packing packing;
  const auto elements = *rc::gen::inRange(0, 60);
  for (int i = 0; i < elements; ++i) {
    const std::size_t before = packing.plain().size();
    if (before == 0 || *rc::gen::inRange(0, 3) == 0) {
      const auto size = *rc::gen::element<std::size_t>(1, 3, 15, 16, 17, 59, 60, 61, 64, 65, 256, 257, 5000);
      packing.literal(*rc::gen::container<std::string>(size, rc::gen::arbitrary<char>()));
    } else {
      const auto nearest = *rc::gen::element<std::size_t>(1, 2, 7, 8, 15, 16, 17, 31, 2047, 2048, before);
      packing.copy(std::min(nearest, before), *rc::gen::inRange<std::size_t>(1, 65));
    }
  }
  return packing;
}

RC_GTEST_PROP(Snappy, UnpacksAllKindsOfElements, ()) {
  const Packing packing = random_packing();
  const auto unpacked = unpack(packing.packed(), packing.plain().size());
  RC_ASSERT(unpacked.has_value());
  RC_ASSERT(*unpacked == packing.plain());
}

RC_GTEST_PROP(Snappy, DamagedBytesAreNoticedOrUnpackedAsDescribed, ()) {
  const Packing packing = random_packing();
  std::string packed = packing.packed();
  const auto changes = *rc::gen::inRange(0, 4);
  for (int i = 0; i < changes; ++i) {
    const auto place = *rc::gen::inRange<std::size_t>(0, packed.size());
    packed[place] = *rc::gen::arbitrary<char>();
  }
  packed.resize(packed.size() - *rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(packed.size(), 3)));
  const auto expected = plain_unpack_snappy(packed);
  const std::size_t size = expected ? expected->size() : packing.plain().size();
  RC_ASSERT(unpack(packed, size) == expected);
}

TEST(Snappy, RefusesAnotherSize) {
  Packing packing;
  packing.literal("abc");
  EXPECT_EQ(unpack(packing.packed(), 3), "abc");
  EXPECT_EQ(unpack(packing.packed(), 2), std::nullopt);
  EXPECT_EQ(unpack(packing.packed(), 4), std::nullopt);
  EXPECT_EQ(unpack(std::string(1, '\0'), 0), "");
  EXPECT_EQ(unpack("", 0), std::nullopt);
}

TEST(Snappy, CopiesFarAway) {
  Packing packing;
  packing.literal("beginning of a long text");
  packing.literal(std::string(70'000, '.'));
  packing.copy(70'000 + 24, 24);
  EXPECT_EQ(unpack(packing.packed(), packing.plain().size()), packing.plain());
}

}  // namespace
}  // namespace cento::arrow_files
