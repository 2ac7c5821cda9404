#include "index/segment/renumbering.hpp"

#include <algorithm>
#include <bit>

namespace cento {

bool Renumbering::continues(const Run& run, std::uint32_t first) const {
  if (run.first == kGone || first == kGone) return run.first == first;
  return run.first + (size_ - run.begin) == first;
}

void Renumbering::add(std::uint32_t count, std::uint32_t first) {
  if (count == 0) return;
  if (runs_.empty() || !continues(runs_.back(), first)) runs_.push_back({size_, first});
  size_ += count;
  if (first == kGone) gone_ += count;
}

void Renumbering::finish() {
  constexpr std::size_t kBlocksPerRun = 2;
  const auto blocks = static_cast<std::uint32_t>(std::min<std::size_t>(runs_.size() * kBlocksPerRun, size_));
  if (blocks == 0) return;
  shift_ = static_cast<unsigned>(std::bit_width((size_ - 1) / blocks));
  std::uint32_t run = 0;
  for (std::uint64_t number = 0; number < size_; number += std::uint64_t{1} << shift_) {
    while (run + 1 < runs_.size() && runs_[run + 1].begin <= number) ++run;
    blocks_.push_back(run);
  }
  blocks_.push_back(static_cast<std::uint32_t>(runs_.size() - 1));
}

std::uint32_t Renumbering::operator()(std::uint32_t number) const {
  if (number >= size_) return kGone;
  const std::size_t block = number >> shift_;
  const auto begin = runs_.begin() + blocks_[block];
  const auto end = runs_.begin() + blocks_[block + 1] + 1;
  const auto is_behind = [](std::uint32_t n, const Run& run) { return n < run.begin; };
  const Run& run = end - begin == 1 ? *begin : *(std::upper_bound(begin, end, number, is_behind) - 1);
  return run.first == kGone ? kGone : run.first + (number - run.begin);
}

}  // namespace cento
