#include "core/spill/shuffle.hpp"

#include <cstring>

namespace cento {

namespace {

constexpr int kPartitionBitsMost = 10;
constexpr std::uint64_t kPartitionBytesLeast = std::uint64_t{1} << 20;  // smaller ones are not read in parts
constexpr std::size_t kBlocksAtATime = 85;  // nearly 1 MB; huge pages are no faster, and leave more idle

int bits_for(const ShuffleOptions& options) {
  const std::uint64_t wanted = options.expected_bytes / std::max<std::uint64_t>(1, options.partition_bytes);
  int bits = std::min(kPartitionBitsMost, static_cast<int>(std::bit_width(wanted)));
  const auto open_bytes = [&] { return (options.writers * BlockPool::kBlockBytes) << static_cast<unsigned>(bits); };
  // A partition is read into memory twice: fewer, larger partitions must not cost more than they save.
  const auto read_bytes = [&] { return options.writers * 2 * (options.expected_bytes >> static_cast<unsigned>(bits)); };
  while (bits > 0 && open_bytes() > options.memory.bytes / 2 && open_bytes() > read_bytes()) --bits;
  return bits;
}

}  // namespace

char* BlockPool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    slabs_.push_back(map_bytes(kBlocksAtATime * kBlockBytes));
    add_free(slabs_.back().get());
  }
  char* block = free_.back();
  free_.pop_back();
  return block;
}

void BlockPool::give_back(char* block) {
  const std::lock_guard lock(mutex_);
  free_.push_back(block);
}

void BlockPool::add_free(char* slab) {
  for (std::size_t i = kBlocksAtATime; i-- > 0;) free_.push_back(slab + i * kBlockBytes);
}

void BlockPool::shrink_to(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (free_.size() < slabs_.size() * kBlocksAtATime) return;
  slabs_.resize(std::min(slabs_.size(), bytes / (kBlocksAtATime * kBlockBytes)));
  free_.clear();
  for (const auto& slab : slabs_) add_free(slab.get());
}

PartitionedBlocks::PartitionedBlocks(const ShuffleOptions& options)
    : bits_(bits_for(options)),
      lease_(options.memory),
      partition_bytes_most_(std::max(kPartitionBytesLeast, options.memory.bytes / (4 * options.writers))),
      lists_(partitions()),
      pool_(options.pool != nullptr ? options.pool : std::make_shared<BlockPool>()),
      file_(options.temp_dir) {}

PartitionedBlocks::~PartitionedBlocks() {
  for (std::size_t partition = 0; partition < partitions(); ++partition) forget_partition(partition);
}

void PartitionedBlocks::forget_partition(std::size_t partition) {
  const List list = std::exchange(lists_[partition], List{});
  for (const Piece& piece : list.pieces) {
    if (piece.memory != nullptr) pool_->give_back(piece.memory);
  }
}

void PartitionedBlocks::add(std::size_t partition, char* block, std::size_t size) {
  const std::lock_guard lock(mutex_);
  Piece piece{block, 0, size};
  if (memory_used_ + BlockPool::kBlockBytes > lease_.bytes()) {
    piece.offset = file_.append(std::as_bytes(std::span(block, size)));
    piece.memory = nullptr;
    pool_->give_back(block);
  } else {
    memory_used_ += BlockPool::kBlockBytes;
    lease_.use(BlockPool::kBlockBytes);
  }
  List& list = lists_[partition];
  list.bytes += size;
  list.pieces.push_back(piece);
}

void PartitionedBlocks::move_partition(std::size_t partition, char* out) {
  const List list = std::exchange(lists_[partition], List{});
  for (const Piece& piece : list.pieces) {
    if (piece.memory != nullptr) {
      std::memcpy(out, piece.memory, piece.size);
      pool_->give_back(piece.memory);
    } else {
      file_.read(piece.offset, std::as_writable_bytes(std::span(out, piece.size)));
    }
    out += piece.size;
  }
}

}  // namespace cento
