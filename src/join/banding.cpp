#include "join/banding.hpp"

#include <cmath>

#include "sign/shingle_feature.hpp"

namespace cento {

namespace {

constexpr unsigned kSignatureBits = 64;
constexpr std::uint64_t kKeySeed = 0x2545f4914f6cdd1dULL;

}  // namespace

double Banding::recall_at(double similarity) const {
  return 1 - std::pow(1 - std::pow(similarity, rows), bands);
}

Banding choose_banding(double threshold, double recall, std::uint32_t values) {
  for (std::uint32_t rows = values; rows > 1; --rows) {
    const Banding banding{values / rows, rows};
    if (banding.recall_at(threshold) >= recall) return banding;
  }
  return {values, 1};
}

void append_band_keys(std::span<const std::uint32_t> sketch, const Banding& banding, std::vector<std::uint64_t>& keys) {
  for (std::uint32_t band = 0; band < banding.bands; ++band) {
    std::uint64_t key = kKeySeed + band;
    for (std::uint32_t row = 0; row < banding.rows; ++row) {
      key = mix_feature(key * kShingleBase + sketch[std::size_t{band} * banding.rows + row]);
    }
    keys.push_back(key);
  }
}

void append_block_keys(std::uint64_t signature, unsigned distance, std::vector<std::uint64_t>& keys) {
  const unsigned blocks = distance + 1;
  for (unsigned block = 0; block < blocks; ++block) {
    const unsigned begin = kSignatureBits * block / blocks;
    const unsigned bits = kSignatureBits * (block + 1) / blocks - begin;
    const std::uint64_t value = bits == kSignatureBits ? signature : (signature >> begin) % (std::uint64_t{1} << bits);
    keys.push_back(mix_feature(mix_feature(kKeySeed + block) + value * kShingleBase));
  }
}

}  // namespace cento
