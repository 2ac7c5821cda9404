#include "group/keep_key.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cento {

namespace {

constexpr char kNumber = 1;
constexpr char kText = 2;
constexpr char kMissing = '\xff';

void append(std::uint64_t bits, std::string& key) {
  constexpr unsigned kByte = 8;
  for (unsigned shift = 64; shift > 0; shift -= kByte) key += static_cast<char>(bits >> (shift - kByte));
}

void append(double number, std::uint64_t beyond, std::string& key) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  const auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);  // -0 is no other number than 0
  append((bits & kSign) != 0 ? ~bits : bits | kSign, key);
  append(beyond, key);
}

void append(std::int64_t number, std::string& key) {
  constexpr double kBeyondAll = 9223372036854775808.0;  // 2^63
  auto below = static_cast<double>(number);
  // The conversion rounds to the nearest, which may be greater, and even beyond all integers.
  if (below >= kBeyondAll || static_cast<std::int64_t>(below) > number) {
    below = std::nextafter(below, -std::numeric_limits<double>::infinity());
  }
  append(below, static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(static_cast<std::int64_t>(below)), key);
}

void append(const std::string& text, std::string& key) {
  for (const char c : text.substr(0, KeepValues::kTextBytesMost)) {
    key += c;
    if (c == '\0') key += '\xff';
  }
  key.append(2, '\0');
}

}  // namespace

std::string keep_key(const KeepValue& value, bool largest_first) {
  std::string key;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    key += kNumber;
    append(*integer, key);
  } else if (const auto* real = std::get_if<double>(&value); real != nullptr && std::isfinite(*real)) {
    key += kNumber;
    append(*real, 0, key);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    key += kText;
    append(*text, key);
  } else {
    return {kMissing};
  }
  if (largest_first) std::transform(key.begin(), key.end(), key.begin(), [](char c) { return static_cast<char>(~c); });
  return key;
}

}  // namespace cento
