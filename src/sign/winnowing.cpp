#include "sign/winnowing.hpp"

#include <algorithm>

namespace cento {

namespace {

/// The rightmost least value of a stretch. Found without branching: hashes are unpredictable.
struct Least {
  std::uint64_t value;
  std::uint32_t position;
};

/// `a` is to the left of `b`.
Least least_of(Least a, Least b) {
  const bool is_left = a.value < b.value;
  return {is_left ? a.value : b.value, is_left ? a.position : b.position};
}

Least least_at(std::span<const std::uint64_t> values, std::size_t position) {
  return {values[position], static_cast<std::uint32_t>(position)};
}

/// For each i of the block, the position of the least value from `first` + i to the end of the block.
void find_suffix_minima(std::span<const std::uint64_t> values, std::size_t first, std::span<std::uint32_t> minima) {
  Least least = least_at(values, first + minima.size() - 1);
  for (std::size_t i = minima.size(); i-- > 0;) {
    least = least_of(least_at(values, first + i), least);
    minima[i] = least.position;
  }
}

/// Ascending positions, each once.
class PositionList {
 public:
  PositionList(PlainVector<std::uint32_t>& positions, std::size_t most)
      : positions_(positions), count_(positions.size()) {
    positions.resize(count_ + most);
  }

  void append(std::uint32_t position) {
    positions_[count_] = position;
    count_ += static_cast<std::size_t>(position != last_);
    last_ = position;
  }
  void finish() { positions_.resize(count_); }

 private:
  PlainVector<std::uint32_t>& positions_;
  std::size_t count_;
  std::uint32_t last_ = ~std::uint32_t{0};
};

}  // namespace

/// A window is as long as a block, so it lies in at most two: the end of one, whose suffix minima are computed, and the
/// beginning of the next, whose minimum is kept along the way.
void append_window_minima(std::span<const std::uint64_t> values, std::size_t window,
                          PlainVector<std::uint32_t>& positions, PlainVector<std::uint32_t>& scratch) {
  if (values.size() < window) return;
  scratch.resize(window);
  PositionList list(positions, values.size() - window + 1);
  for (std::size_t block = 0; block + window <= values.size(); block += window) {
    find_suffix_minima(values, block, scratch);
    list.append(scratch[0]);
    const std::size_t next = block + window;
    if (next == values.size()) break;
    Least least = least_at(values, next);
    for (std::size_t last = next; last < std::min(next + window - 1, values.size()); ++last) {
      least = least_of(least, least_at(values, last));
      list.append(least_of(least_at(values, scratch[last + 1 - next]), least).position);
    }
  }
  list.finish();
}

WinnowSigner::WinnowSigner(std::size_t gram_tokens, std::size_t window_grams, Kernel kernel)
    : gram_tokens_(gram_tokens), shingles_(gram_tokens, kernel), window_grams_(window_grams) {}

void WinnowSigner::sign(const TokenRange& tokens, Features& features) {
  if (tokens.size() == 0) return;
  if (is_too_short(tokens)) {
    features.push_back(sequence_feature(tokens.hashes));
    return;
  }
  choose(tokens);
  for (const std::uint32_t position : chosen_) features.push_back(grams_[position]);
}

void WinnowSigner::place(const TokenRange& tokens, PlainVector<PlacedFeature>& features) {
  if (tokens.size() == 0) return;
  if (is_too_short(tokens)) {
    features.push_back({sequence_feature(tokens.hashes), 0, static_cast<std::uint32_t>(tokens.size())});
    return;
  }
  choose(tokens);
  const auto length = static_cast<std::uint32_t>(gram_tokens_);
  for (const std::uint32_t position : chosen_) features.push_back({grams_[position], position, length});
}

bool WinnowSigner::is_too_short(const TokenRange& tokens) const {
  return tokens.size() < window_grams_ + gram_tokens_ - 1;
}

void WinnowSigner::choose(const TokenRange& tokens) {
  grams_.clear();
  chosen_.clear();
  shingles_.sign(tokens, grams_);
  append_window_minima(grams_, window_grams_, chosen_, suffixes_);
}

}  // namespace cento
