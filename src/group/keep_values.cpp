#include "group/keep_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace cento {

namespace {

using TextLength = std::uint16_t;
static_assert(KeepValues::kTextBytesMost <= std::numeric_limits<TextLength>::max());

constexpr std::uint64_t kTopBit = std::uint64_t{1} << 63;
constexpr std::uint64_t kLast = ~std::uint64_t{0};  // the coarse key of missing values only

template <typename T>
int three_way(const T& a, const T& b) {
  return static_cast<int>(b < a) - static_cast<int>(a < b);
}

/// Exact, even where the integer has more digits than a double.
int compare_numbers(std::int64_t a, double b) {
  constexpr double kBeyond = 0x1p63;
  if (b >= kBeyond) return -1;
  if (b < -kBeyond) return 1;
  const auto whole = static_cast<std::int64_t>(b);
  if (a != whole) return three_way(a, whole);
  return three_way(static_cast<double>(whole), b);
}

/// Ascends with the number.
std::uint64_t ascending_bits(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
  return (bits & kTopBit) != 0 ? ~bits : bits | kTopBit;
}

/// The first bytes, after a prefix above that of any finite number and below all ones.
std::uint64_t ascending_bits(std::string_view text) {
  constexpr std::size_t kBytes = 6;
  std::uint64_t bits = 0xFFFE;
  for (std::size_t i = 0; i < kBytes; ++i) {
    bits = bits << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  }
  return bits;
}

/// Documents are sorted by this before their values are compared.
struct CoarseKey {
  std::uint64_t key = 0;
  std::uint32_t document = 0;
};

}  // namespace

void KeepValues::add(Kind kind, std::uint64_t bits) {
  kinds_.push_back(kind);
  bits_.push_back(bits);
  if (kind == Kind::missing) ++missing_;
}

void KeepValues::add(const KeepValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    add(Kind::integer, static_cast<std::uint64_t>(*integer));
  } else if (const auto* real = std::get_if<double>(&value); real != nullptr && std::isfinite(*real)) {
    add(Kind::real, std::bit_cast<std::uint64_t>(*real));
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    add(Kind::text, store(*text));
  } else {
    add(Kind::missing, 0);
  }
}

std::uint64_t KeepValues::store(std::string_view text) {
  text = text.substr(0, kTextBytesMost);
  const auto length = static_cast<TextLength>(text.size());
  const std::size_t begin = texts_used_;
  const std::size_t end = begin + sizeof length + length;
  if (end > texts_.capacity()) texts_.grow(end);
  std::memcpy(texts_.data() + begin, &length, sizeof length);
  if (length != 0) std::memcpy(texts_.data() + begin + sizeof length, text.data(), length);
  texts_used_ = end;
  return begin;
}

double KeepValues::real(std::size_t i) const {
  return std::bit_cast<double>(bits_[i]);
}

std::string_view KeepValues::text(std::size_t i) const {
  const char* const begin = texts_.data() + bits_[i];
  TextLength length = 0;
  std::memcpy(&length, begin, sizeof length);
  return {begin + sizeof length, length};
}

/// Both values must be present.
int KeepValues::compare(std::size_t a, std::size_t b) const {
  const Kind kind_a = kinds_[a];
  const Kind kind_b = kinds_[b];
  if (kind_a == Kind::text || kind_b == Kind::text) {
    if (kind_a != kind_b) return kind_a == Kind::text ? 1 : -1;
    return three_way(text(a), text(b));
  }
  if (kind_a == Kind::integer) {
    return kind_b == Kind::integer ? three_way(integer(a), integer(b)) : compare_numbers(integer(a), real(b));
  }
  return kind_b == Kind::integer ? -compare_numbers(integer(b), real(a)) : three_way(real(a), real(b));
}

/// Monotonic in the order of values, so that most values need not be compared.
std::uint64_t KeepValues::coarse_key(std::size_t i, bool largest_first) const {
  std::uint64_t key = 0;
  switch (kinds_[i]) {
    case Kind::integer: key = ascending_bits(static_cast<double>(integer(i))); break;
    case Kind::real: key = ascending_bits(real(i)); break;
    case Kind::text: key = ascending_bits(text(i)); break;
    case Kind::missing: return kLast;
  }
  return largest_first ? ~key : key;
}

std::vector<std::uint32_t> KeepValues::ordered(bool largest_first) const {
  std::vector<CoarseKey> keys;
  keys.reserve(size());
  for (std::uint32_t i = 0; i < size(); ++i) keys.push_back({coarse_key(i, largest_first), i});
  std::sort(keys.begin(), keys.end(), [&](const CoarseKey& a, const CoarseKey& b) {
    if (a.key != b.key) return a.key < b.key;
    const int order = a.key == kLast ? 0 : compare(a.document, b.document);
    if (order == 0) return a.document < b.document;
    return largest_first ? order > 0 : order < 0;
  });
  std::vector<std::uint32_t> documents;
  documents.reserve(size());
  for (const CoarseKey& key : keys) documents.push_back(key.document);
  return documents;
}

std::size_t KeepValues::memory_bytes() const {
  return kinds_.capacity() * sizeof(Kind) + bits_.capacity() * sizeof(std::uint64_t) + texts_.capacity();
}

}  // namespace cento
