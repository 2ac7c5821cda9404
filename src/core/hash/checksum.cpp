#include "core/hash/checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cento {

static_assert(std::endian::native == std::endian::little, "words are read in the machine's byte order");

std::uint64_t Checksum::step(std::uint64_t sum, std::uint64_t word) {
  constexpr unsigned kHalf = 32;
  const std::uint64_t product = (sum + word) * kMultiplier;
  return product ^ (product >> kHalf);
}

void Checksum::add_blocks(Lanes& lanes, std::span<const std::byte> blocks) {
  Lanes sums = lanes;
  for (std::size_t at = 0; at < blocks.size(); at += kBlockBytes) {
    Lanes words;
    std::memcpy(words.data(), blocks.data() + at, kBlockBytes);
    for (std::size_t i = 0; i < kLanes; ++i) sums[i] = step(sums[i], words[i]);
  }
  lanes = sums;
}

void Checksum::add(std::span<const std::byte> bytes) {
  bytes_ += bytes.size();
  if (waiting_bytes_ != 0) {
    const std::size_t taken = std::min(bytes.size(), kBlockBytes - waiting_bytes_);
    std::copy_n(bytes.begin(), taken, waiting_.begin() + static_cast<std::ptrdiff_t>(waiting_bytes_));
    waiting_bytes_ += taken;
    bytes = bytes.subspan(taken);
    if (waiting_bytes_ < kBlockBytes) return;
    add_blocks(lanes_, waiting_);
  }
  waiting_bytes_ = bytes.size() % kBlockBytes;
  add_blocks(lanes_, bytes.first(bytes.size() - waiting_bytes_));
  std::copy(bytes.end() - static_cast<std::ptrdiff_t>(waiting_bytes_), bytes.end(), waiting_.begin());
}

std::uint64_t Checksum::value() const {
  Lanes lanes = lanes_;
  if (waiting_bytes_ != 0) {
    std::array<std::byte, kBlockBytes> last{};
    std::copy_n(waiting_.begin(), waiting_bytes_, last.begin());
    add_blocks(lanes, last);
  }
  std::uint64_t sum = bytes_;
  for (const std::uint64_t lane : lanes) sum = step(sum, lane);
  return sum;
}

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  Checksum checksum;
  checksum.add(bytes);
  return checksum.value();
}

}  // namespace cento
