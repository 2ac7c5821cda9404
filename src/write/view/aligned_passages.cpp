#include "write/view/aligned_passages.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace cento {

namespace {

constexpr std::size_t kNone = ~std::size_t{0};

/// A place in a document: the part, then the byte.
std::uint64_t place(std::uint32_t part, std::uint32_t byte) {
  return std::uint64_t{part} << 32U | byte;
}

/// A chain of passages that ends with one of them.
struct Way {
  std::uint64_t bytes = 0;
  std::size_t last = kNone;
};

/// The best chain that ends at or before a place of the second document (a Fenwick tree over the places).
class BestWays {
 public:
  explicit BestWays(std::vector<std::uint64_t> places) : places_(std::move(places)) {
    std::sort(places_.begin(), places_.end());
    ways_.resize(places_.size() + 1);
  }

  [[nodiscard]] Way up_to(std::uint64_t end) const {
    Way best;
    const auto rank = std::upper_bound(places_.begin(), places_.end(), end) - places_.begin();
    for (auto i = static_cast<std::size_t>(rank); i > 0; i &= i - 1) {
      if (ways_[i].bytes > best.bytes) best = ways_[i];
    }
    return best;
  }

  void add(std::uint64_t end, const Way& way) {
    const auto rank = std::upper_bound(places_.begin(), places_.end(), end) - places_.begin();
    for (auto i = static_cast<std::size_t>(rank); i < ways_.size(); i += i & (~i + 1)) {
      if (way.bytes > ways_[i].bytes) ways_[i] = way;
    }
  }

 private:
  std::vector<std::uint64_t> places_;
  std::vector<Way> ways_;
};

}  // namespace

std::vector<std::size_t> aligned_passages(std::span<const PartPassage> passages) {
  const auto end_a = [&](std::size_t i) { return place(passages[i].part_a, passages[i].passage.a.bytes.end); };
  std::vector<std::uint64_t> ends_b;
  std::vector<std::size_t> by_end(passages.size());
  for (std::size_t i = 0; i < passages.size(); ++i) {
    ends_b.push_back(place(passages[i].part_b, passages[i].passage.b.bytes.end));
    by_end[i] = i;
  }
  std::sort(by_end.begin(), by_end.end(), [&](std::size_t x, std::size_t y) { return end_a(x) < end_a(y); });
  BestWays ways(ends_b);
  std::vector<Way> before(passages.size());
  Way best;
  std::size_t ended = 0;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    const Passage& passage = passages[i].passage;
    const std::uint64_t begin_a = place(passages[i].part_a, passage.a.bytes.begin);
    for (; ended < i && end_a(by_end[ended]) <= begin_a; ++ended) {
      const std::size_t other = by_end[ended];
      const Passage& done = passages[other].passage;
      const std::uint64_t bytes = before[other].bytes + done.a.bytes.size() + done.b.bytes.size();
      ways.add(ends_b[other], {bytes, other});
    }
    before[i] = ways.up_to(place(passages[i].part_b, passage.b.bytes.begin));
    const std::uint64_t bytes = before[i].bytes + passage.a.bytes.size() + passage.b.bytes.size();
    if (bytes > best.bytes) best = {bytes, i};
  }
  std::vector<std::size_t> chosen;
  for (std::size_t i = best.last; i != kNone; i = before[i].last) chosen.push_back(i);
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace cento
