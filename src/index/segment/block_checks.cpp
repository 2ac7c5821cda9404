#include "index/segment/block_checks.hpp"

#include <algorithm>

#include "index/damage.hpp"

namespace cento {

void BlockSums::add(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto taken = bytes.first(std::min(bytes.size(), kBlockBytes - in_block_));
    sum_.add(taken);
    in_block_ += taken.size();
    bytes = bytes.subspan(taken.size());
    if (in_block_ < kBlockBytes) return;
    sums_.push_back(sum_.value());
    sum_ = Checksum();
    in_block_ = 0;
  }
}

std::vector<std::uint64_t> BlockSums::finish() {
  if (in_block_ > 0) sums_.push_back(sum_.value());
  return std::move(sums_);
}

BlockChecks::BlockChecks(std::span<const std::byte> bytes, std::span<const std::uint64_t> checksums)
    : bytes_(bytes), checksums_(checksums), states_(std::make_unique<std::atomic<State>[]>(checksums.size())) {}

bool BlockChecks::check(std::size_t first, std::size_t last) const {
  bool are_sound = true;
  for (std::size_t block = first; block <= last; ++block) {
    if (!is_known_sound(block) && !check_block(block)) are_sound = false;
  }
  if (!are_sound) DamageWatch::note();
  return are_sound;
}

bool BlockChecks::check_block(std::size_t block) const {
  if (states_[block].load(std::memory_order_relaxed) == State::damaged) return false;
  const std::size_t begin = block << kBlockShift;
  const auto bytes = bytes_.subspan(begin, std::min(kBlockBytes, bytes_.size() - begin));
  const bool is_sound = checksum_of(bytes) == checksums_[block];
  states_[block].store(is_sound ? State::sound : State::damaged, std::memory_order_relaxed);
  return is_sound;
}

std::vector<std::uint64_t> BlockChecks::damaged() const {
  std::vector<std::uint64_t> begins;
  for (std::size_t block = 0; block < checksums_.size(); ++block) {
    if (states_[block].load(std::memory_order_relaxed) == State::damaged) {
      begins.push_back(std::uint64_t{block} << kBlockShift);
    }
  }
  return begins;
}

}  // namespace cento
