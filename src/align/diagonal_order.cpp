#include "align/diagonal_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace cento {

namespace {

constexpr int kDigitBits = 11;
constexpr std::size_t kFewCells = 1024;  // a comparison sort is faster below this

/// The key of a cell: its diagonal in the upper bits, its sentence of the first text in the lower ones.
struct KeyLayout {
  explicit KeyLayout(std::span<const SentenceMatch> cells) {
    std::int64_t last_diagonal = first_diagonal = diagonal_of(cells.front());
    std::uint32_t last_a = first_a = cells.front().a;
    for (const SentenceMatch& cell : cells) {
      first_a = std::min(first_a, cell.a);
      last_a = std::max(last_a, cell.a);
      first_diagonal = std::min(first_diagonal, diagonal_of(cell));
      last_diagonal = std::max(last_diagonal, diagonal_of(cell));
    }
    a_bits = static_cast<int>(std::bit_width(last_a - first_a));
    bits = a_bits + static_cast<int>(std::bit_width(static_cast<std::uint64_t>(last_diagonal - first_diagonal)));
  }

  static std::int64_t diagonal_of(const SentenceMatch& cell) { return std::int64_t{cell.b} - std::int64_t{cell.a}; }

  [[nodiscard]] std::uint64_t key_of(const SentenceMatch& cell) const {
    return static_cast<std::uint64_t>(diagonal_of(cell) - first_diagonal) << a_bits | (cell.a - first_a);
  }

  [[nodiscard]] SentenceMatch cell_of(std::uint64_t key, float similarity) const {
    const auto a = static_cast<std::uint32_t>(key & ((std::uint64_t{1} << a_bits) - 1)) + first_a;
    const std::int64_t diagonal = static_cast<std::int64_t>(key >> a_bits) + first_diagonal;
    return {a, static_cast<std::uint32_t>(a + diagonal), similarity};
  }

  std::uint32_t first_a;
  std::int64_t first_diagonal;
  int a_bits;
  int bits;
};

}  // namespace

std::span<const SentenceMatch> DiagonalOrder::sort(std::span<const SentenceMatch> cells) {
  sorted_.clear();
  if (cells.empty()) return sorted_;
  const KeyLayout layout(cells);
  keyed_.resize(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) keyed_[i] = {layout.key_of(cells[i]), cells[i].similarity};
  if (cells.size() < kFewCells) {
    std::sort(keyed_.begin(), keyed_.end(), [](const Keyed& x, const Keyed& y) { return x.key < y.key; });
  } else {
    sort_by_digits(layout.bits);
  }
  sorted_.reserve(cells.size());
  for (std::size_t i = 0; i < keyed_.size(); ++i) {
    if (i > 0 && keyed_[i].key == keyed_[i - 1].key) {
      sorted_.back().similarity = std::max(sorted_.back().similarity, keyed_[i].similarity);
    } else {
      sorted_.push_back(layout.cell_of(keyed_[i].key, keyed_[i].similarity));
    }
  }
  return sorted_;
}

void DiagonalOrder::sort_by_digits(int bits) {
  constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
  other_.resize(keyed_.size());
  for (int shift = 0; shift < bits; shift += kDigitBits) {
    const auto digit_of = [&](const Keyed& cell) { return cell.key >> shift & (kDigits - 1); };
    std::array<std::size_t, kDigits> places{};
    for (const Keyed& cell : keyed_) ++places[digit_of(cell)];
    std::size_t sum = 0;
    for (std::size_t& place : places) sum += std::exchange(place, sum);
    for (const Keyed& cell : keyed_) other_[places[digit_of(cell)]++] = cell;
    keyed_.swap(other_);
  }
}

}  // namespace cento
