#include "core/hash/checksum.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>

namespace cento {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

/// The definition, word by word.
std::uint64_t plain_checksum(std::string text) {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  const auto step = [&](std::uint64_t sum, std::uint64_t word) {
    const std::uint64_t product = (sum + word) * kMultiplier;
    return product ^ (product >> 32U);
  };
  std::uint64_t sum = text.size();
  text.resize((text.size() + 31) / 32 * 32, '\0');
  std::array<std::uint64_t, 4> lanes = {kMultiplier, kMultiplier * 2, kMultiplier * 3, kMultiplier * 4};
  for (std::size_t word = 0; word * 8 < text.size(); ++word) {
    std::uint64_t value = 0;
    for (std::size_t i = 8; i-- > 0;) value = value << 8U | static_cast<unsigned char>(text[word * 8 + i]);
    lanes[word % 4] = step(lanes[word % 4], value);
  }
  for (const std::uint64_t lane : lanes) sum = step(sum, lane);
  return sum;
}

TEST(Checksum, IsFixed) {
  EXPECT_EQ(checksum_of(bytes_of("")), 0xc880aec125ecbb3f);
  EXPECT_EQ(checksum_of(bytes_of("a")), 0xcc245c378919368c);
  EXPECT_EQ(checksum_of(bytes_of("A cento is a poem made of lines taken from other poems.")), 0x07959a479370bf09);
  EXPECT_EQ(checksum_of(bytes_of(std::string(1000, '\0'))), 0xc87955d465ab14a4);
}

TEST(Checksum, TellsHowManyZerosThereAre) {
  EXPECT_NE(checksum_of(bytes_of(std::string(31, '\0'))), checksum_of(bytes_of(std::string(32, '\0'))));
}

RC_GTEST_PROP(Checksum, IsAsDefinedHoweverTheBytesCome, (const std::vector<std::string>& pieces)) {
  Checksum checksum;
  std::string all;
  for (const std::string& piece : pieces) {
    const std::string text = piece + piece + piece;
    checksum.add(bytes_of(text));
    all += text;
  }
  RC_ASSERT(checksum.value() == plain_checksum(all));
  RC_ASSERT(checksum_of(bytes_of(all)) == checksum.value());
}

RC_GTEST_PROP(Checksum, ShowsAnyChangedByte, (std::string text, std::size_t at, std::uint8_t change)) {
  RC_PRE(!text.empty() && change != 0);
  const std::uint64_t before = checksum_of(bytes_of(text));
  char& byte = text[at % text.size()];
  byte = static_cast<char>(byte ^ change);
  RC_ASSERT(checksum_of(bytes_of(text)) != before);
}

}  // namespace
}  // namespace cento
