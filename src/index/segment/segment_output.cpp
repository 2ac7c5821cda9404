#include "index/segment/segment_output.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cento {

namespace {

constexpr std::array<std::byte, kSegmentHeadBytes> kZeros{};

}  // namespace

SegmentOutput::SegmentOutput() : memory_(kSegmentHeadBytes), offset_(kSegmentHeadBytes) {}

SegmentOutput::SegmentOutput(const std::string& path) : file_(std::in_place, path) {
  put(kZeros);
}

void SegmentOutput::put(std::span<const std::byte> bytes) {
  offset_ += bytes.size();
  if (file_) return file_->write(bytes);
  memory_.insert(memory_.end(), bytes.begin(), bytes.end());
}

void SegmentOutput::begin(SectionKind kind, std::uint32_t detail) {
  end_section();
  row_ = {kind, detail, offset_, 0, 0};
  checksum_ = Checksum();
}

void SegmentOutput::append(std::span<const std::byte> bytes) {
  row_.bytes += bytes.size();
  checksum_.add(bytes);
  blocks_.add(bytes);
  put(bytes);
}

void SegmentOutput::end_section() {
  if (row_.bytes == 0) return;
  const std::span<const std::byte> filling = std::span(kZeros).first(aligned(row_.bytes) - row_.bytes);
  checksum_.add(filling);
  blocks_.add(filling);
  put(filling);
  row_.checksum = checksum_.value();
  rows_.push_back(std::exchange(row_, {}));
}

void SegmentOutput::write_block_sums() {
  end_section();
  section(SectionKind::blocks, std::exchange(blocks_, {}).finish());
  end_section();
}

std::vector<std::byte> SegmentOutput::finish(std::uint64_t options_hash, const SegmentCounts& counts) {
  write_block_sums();
  SegmentHead head{options_hash, offset_, counts, 0, std::move(rows_), kSegmentVersion};
  const std::array<std::byte, kSegmentHeadBytes> bytes = encode_head(head);
  if (file_) {
    file_->write_at_start(bytes);
    file_->publish();
  } else {
    std::copy(bytes.begin(), bytes.end(), memory_.begin());
  }
  return std::move(memory_);
}

}  // namespace cento
