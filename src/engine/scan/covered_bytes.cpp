#include "engine/scan/covered_bytes.hpp"

#include <algorithm>

namespace cento {

std::uint64_t covered_bytes(std::vector<CoveredStretch>& stretches) {
  std::sort(stretches.begin(), stretches.end(), [](const CoveredStretch& x, const CoveredStretch& y) {
    return x.part != y.part ? x.part < y.part : x.bytes.begin < y.bytes.begin;
  });
  std::uint64_t bytes = 0;
  std::uint32_t part = 0;
  std::uint32_t end = 0;  // covered up to here in the part
  for (const CoveredStretch& stretch : stretches) {
    if (stretch.part != part) end = 0;
    part = stretch.part;
    const std::uint32_t begin = std::max(stretch.bytes.begin, end);
    if (stretch.bytes.end > begin) bytes += stretch.bytes.end - begin;
    end = std::max(end, stretch.bytes.end);
  }
  return bytes;
}

double share_of(std::uint64_t covered, std::uint64_t all) {
  return all == 0 ? 1.0 : std::min(1.0, static_cast<double>(covered) / static_cast<double>(all));
}

}  // namespace cento
