#include "align/word_alignment.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace cento {

namespace {

using Words = std::span<const std::uint64_t>;

/// Myers' greedy search for the fewest words to leave out. Diagonal k has the points with x − y = k; `reached[d]` says
/// how far x gets on each of the diagonals −d, −d + 2, …, d with d words left out.
class FewestDifferences {
 public:
  FewestDifferences(Words a, Words b) : a_(a), b_(b) {}

  /// False if there are too many differences.
  bool search() {
    for (std::int64_t d = 0; d <= kDifferencesMost; ++d) {
      auto& reached = reached_.emplace_back(static_cast<std::size_t>(d + 1));
      for (std::int64_t k = -d; k <= d; k += 2) {
        const std::int64_t x = slide(first_x(d, k), k);
        reached[index(d, k)] = x;
        if (x >= size(a_) && x - k >= size(b_)) return true;
      }
    }
    return false;
  }

  /// Marks the words that are not left out, from the end of the path back to its begin.
  void mark(WordAlignment& alignment) const {
    std::int64_t x = size(a_);
    std::int64_t y = size(b_);
    for (auto d = static_cast<std::int64_t>(reached_.size()) - 1; d >= 0; --d) {
      const std::int64_t k = x - y;
      const std::int64_t begin = first_x(d, k);
      for (; x > begin && y > 0; --x, --y) {
        alignment.a[static_cast<std::size_t>(x - 1)] = 1;
        alignment.b[static_cast<std::size_t>(y - 1)] = 1;
      }
      if (d == 0) return;
      const bool comes_down = is_from_above(d, k);
      x = comes_down ? begin : begin - 1;
      y = begin - k - (comes_down ? 1 : 0);
    }
  }

 private:
  static std::int64_t size(Words words) { return static_cast<std::int64_t>(words.size()); }
  static std::size_t index(std::int64_t d, std::int64_t k) { return static_cast<std::size_t>((k + d) / 2); }

  [[nodiscard]] std::int64_t reached(std::int64_t d, std::int64_t k) const {
    return reached_[static_cast<std::size_t>(d)][index(d, k)];
  }

  /// Whether the d-th word left out, before diagonal k, is one of b.
  [[nodiscard]] bool is_from_above(std::int64_t d, std::int64_t k) const {
    return k == -d || (k != d && reached(d - 1, k - 1) < reached(d - 1, k + 1));
  }

  /// Where the path enters diagonal k.
  [[nodiscard]] std::int64_t first_x(std::int64_t d, std::int64_t k) const {
    if (d == 0) return 0;
    return is_from_above(d, k) ? reached(d - 1, k + 1) : reached(d - 1, k - 1) + 1;
  }

  [[nodiscard]] std::int64_t slide(std::int64_t x, std::int64_t k) const {
    while (x < size(a_) && x - k < size(b_) && a_[static_cast<std::size_t>(x)] == b_[static_cast<std::size_t>(x - k)]) {
      ++x;
    }
    return x;
  }

  Words a_;
  Words b_;
  std::vector<std::vector<std::int64_t>> reached_;
};

void mark_known(Words words, Words others, PlainVector<std::uint8_t>& marks) {
  std::vector<std::uint64_t> known(others.begin(), others.end());
  std::sort(known.begin(), known.end());
  for (std::size_t i = 0; i < words.size(); ++i) {
    marks[i] = std::binary_search(known.begin(), known.end(), words[i]) ? 1 : 0;
  }
}

/// Moves omitted words one group of equal words earlier where that joins them to other omitted words: "as the {others
/// are the} old" becomes "as {the others are} the old" if "as" is also omitted.
void join_unmarked(Words words, PlainVector<std::uint8_t>& marks) {
  for (std::size_t begin = 0; begin < words.size();) {
    std::size_t end = begin;
    while (end < words.size() && marks[end] == 0) ++end;
    std::size_t moved = 0;
    while (moved < begin && begin < end && marks[begin - 1 - moved] == 1 &&
           words[begin - 1 - moved] == words[end - 1 - moved]) {
      ++moved;
    }
    const bool meets_others = moved > 0 && moved < begin && marks[begin - 1 - moved] == 0;
    if (meets_others) {
      for (std::size_t i = 1; i <= moved; ++i) std::swap(marks[begin - i], marks[end - i]);
    }
    begin = std::max(end, begin) + 1;
  }
}

WordAlignment align_ordered(Words a, Words b) {
  WordAlignment alignment;
  alignment.a.assign(a.size(), 0);
  alignment.b.assign(b.size(), 0);
  FewestDifferences differences(a, b);
  if (differences.search()) {
    differences.mark(alignment);
    join_unmarked(a, alignment.a);
    join_unmarked(b, alignment.b);
  } else {
    mark_known(a, b, alignment.a);
    mark_known(b, a, alignment.b);
  }
  return alignment;
}

}  // namespace

WordAlignment align_words(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  // Of several longest subsequences one must be chosen: the same for (a, b) and (b, a).
  if (!std::lexicographical_compare(b.begin(), b.end(), a.begin(), a.end())) return align_ordered(a, b);
  WordAlignment swapped = align_ordered(b, a);
  return {std::move(swapped.b), std::move(swapped.a)};
}

}  // namespace cento
