#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/memory/large_memory.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/spill/bucket_sort.hpp"
#include "core/spill/temp_file.hpp"

namespace cento {

/// Blocks of memory that shuffles fill, one after the other: blocks that one has read are filled by the next, so that
/// the system need not clear fresh memory. Thread-safe.
class BlockPool {
 public:
  static constexpr std::size_t kBlockBytes = std::size_t{12} << 10;  // a multiple of all record sizes in use

  /// A block; valid as long as the pool.
  char* take();
  void give_back(char* block);

  /// Frees memory until about `bytes` are left, if no block is in use.
  void shrink_to(std::size_t bytes);

 private:
  void add_free(char* slab);

  std::mutex mutex_;
  std::vector<std::unique_ptr<char, UnmapBytes>> slabs_;  // the blocks are cut from these
  std::vector<char*> free_;
};

struct ShuffleOptions {
  MemoryPart memory = std::uint64_t{256} << 20;            // what may be held before the rest goes to a temporary file
  std::uint64_t expected_bytes = 0;                        // a rough estimate; decides the number of partitions
  std::uint64_t partition_bytes = std::uint64_t{1} << 20;  // about how large a partition should be
  std::size_t writers = 1;          // each keeps a block open in every partition; low memory means fewer partitions
  std::string temp_dir;             // empty: the system's
  std::shared_ptr<BlockPool> pool;  // null: a private one
};

/// Bytes sorted into partitions, a block at a time: in memory up to a budget, then in a temporary file. Thread-safe.
class PartitionedBlocks {
 public:
  explicit PartitionedBlocks(const ShuffleOptions& options);
  ~PartitionedBlocks();
  PartitionedBlocks(const PartitionedBlocks&) = delete;
  PartitionedBlocks& operator=(const PartitionedBlocks&) = delete;

  [[nodiscard]] std::size_t partitions() const { return std::size_t{1} << bits_; }
  [[nodiscard]] int bits() const { return bits_; }
  [[nodiscard]] std::uint64_t spilled_bytes() const { return file_.size(); }

  /// An empty block to fill, to be handed to add().
  char* take_block() { return pool_->take(); }

  /// Adds the first `size` bytes of a block to a partition. Throws Error when the temporary folder is full.
  void add(std::size_t partition, char* block, std::size_t size);

  [[nodiscard]] std::uint64_t partition_bytes(std::size_t partition) const { return lists_[partition].bytes; }

  /// Copies a partition to `out`, which has room for partition_bytes(), and forgets it.
  void move_partition(std::size_t partition, char* out);

  /// Calls `use(bytes)` for each block that was added to a partition; the bytes are valid until it returns.
  template <typename Use>
  void for_each_block(std::size_t partition, const Use& use) const {
    PlainVector<char> read;
    for (const Piece& piece : lists_[partition].pieces) {
      if (piece.memory != nullptr) {
        use(std::span<const char>(piece.memory, piece.size));
        continue;
      }
      read.resize(piece.size);
      file_.read(piece.offset, std::as_writable_bytes(std::span(read)));
      use(std::span<const char>(read));
    }
  }
  void forget_partition(std::size_t partition);

  /// The largest partition such that every writer can read one at the same time, twice, in half of the memory.
  [[nodiscard]] std::uint64_t partition_bytes_most() const { return partition_bytes_most_; }

 private:
  struct Piece {
    char* memory = nullptr;  // null: in the file
    std::uint64_t offset = 0;
    std::size_t size = 0;
  };
  struct List {
    std::vector<Piece> pieces;
    std::uint64_t bytes = 0;
  };

  int bits_;
  MemoryLease lease_;
  std::uint64_t partition_bytes_most_;
  std::mutex mutex_;
  std::uint64_t memory_used_ = 0;
  std::vector<List> lists_;
  std::shared_ptr<BlockPool> pool_;
  TempFile file_;
};

/// Regroups fixed-size records by key: the only place where data changes its order. Many writers add records, each from
/// its own thread; then the groups are read, partition by partition, sorted by key and within a key by the record's own
/// order, so that the result depends neither on threads nor on partitions.
/// `KeyOf` gives a record's 64-bit key, spread evenly over all values.
template <typename Record, typename KeyOf>
class Shuffle {
  static_assert(std::is_trivially_copyable_v<Record>);
  static constexpr std::size_t kBlockRecords = BlockPool::kBlockBytes / sizeof(Record);

 public:
  explicit Shuffle(const ShuffleOptions& options, KeyOf key_of = {}) : blocks_(options), key_of_(key_of) {}

  /// Adds records. One per thread; flushed by flush() or its destructor.
  class Writer {
   public:
    explicit Writer(Shuffle& shuffle) : shuffle_(&shuffle), open_(shuffle.blocks_.partitions()) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    Writer(Writer&&) noexcept = default;
    Writer& operator=(Writer&&) = delete;
    ~Writer() = default;

    void add(const Record& record) {
      const std::size_t partition = shuffle_->partition_of(record);
      Open& open = open_[partition];
      if (open.count == open.room) start(partition);
      open.records[open.count++] = record;
    }

    void flush() {
      for (std::size_t partition = 0; partition < open_.size(); ++partition) hand_over(partition);
    }

   private:
    struct Open {
      char* block = nullptr;
      Record* records = nullptr;
      std::size_t count = 0;
      std::size_t room = 0;
    };

    void start(std::size_t partition) {
      hand_over(partition);
      Open& open = open_[partition];
      open.block = shuffle_->blocks_.take_block();
      open.records = reinterpret_cast<Record*>(open.block);
      open.room = kBlockRecords;
    }

    void hand_over(std::size_t partition) {
      Open& open = open_[partition];
      if (open.count > 0) shuffle_->blocks_.add(partition, open.block, open.count * sizeof(Record));
      open = Open{};
    }

    Shuffle* shuffle_;
    std::vector<Open> open_;
  };

  [[nodiscard]] std::size_t partitions() const { return blocks_.partitions(); }
  [[nodiscard]] std::uint64_t spilled_bytes() const { return blocks_.spilled_bytes(); }

  /// Memory for reading a partition, reused for the next.
  struct Scratch {
    PlainVector<Record> records;
    PlainVector<Record> sorted;
    BucketSortScratch buckets;
  };

  /// Whole groups that are read together: a partition, or, if that is too large for the memory, its records whose next
  /// bits of the key have this value.
  struct Batch {
    std::size_t partition = 0;
    std::uint64_t part = 0;
    int part_bits = 0;
  };

  /// All of them in the order of keys, once everything was added; each must then be read once, from any thread.
  [[nodiscard]] std::vector<Batch> batches() {
    std::vector<Batch> all;
    parts_left_ = std::vector<std::atomic<std::uint64_t>>(partitions());
    for (std::size_t partition = 0; partition < partitions(); ++partition) {
      const std::uint64_t times = blocks_.partition_bytes(partition) / (blocks_.partition_bytes_most() + 1);
      const int bits = std::min(kPartBitsMost, static_cast<int>(std::bit_width(times)));
      parts_left_[partition] = std::uint64_t{1} << static_cast<unsigned>(bits);
      for (std::uint64_t part = 0; part < parts_left_[partition]; ++part) all.push_back({partition, part, bits});
    }
    return all;
  }

  /// The records of a batch, sorted. They are in `scratch` until its next use.
  std::span<Record> read(const Batch& batch, Scratch& scratch) {
    if (batch.part_bits == 0) return read(batch.partition, scratch);
    scratch.records.clear();
    const std::uint64_t all = blocks_.partition_bytes(batch.partition) / sizeof(Record);
    const std::uint64_t likely = all >> static_cast<unsigned>(batch.part_bits);
    scratch.records.reserve(likely + likely / 8);
    blocks_.for_each_block(batch.partition, [&](std::span<const char> bytes) {
      const auto* records = reinterpret_cast<const Record*>(bytes.data());
      for (const Record& record : std::span(records, bytes.size() / sizeof(Record))) {
        if ((key_of_(record) << blocks_.bits()) >> (64 - batch.part_bits) == batch.part)
          scratch.records.push_back(record);
      }
    });
    if (--parts_left_[batch.partition] == 0) blocks_.forget_partition(batch.partition);
    return sorted(scratch, blocks_.bits() + batch.part_bits);
  }

  /// The records of a partition, sorted. They are in `scratch` until its next use, and are removed from the shuffle.
  std::span<Record> read(std::size_t partition, Scratch& scratch) {
    const std::size_t count = blocks_.partition_bytes(partition) / sizeof(Record);
    scratch.records.resize(count);
    blocks_.move_partition(partition, reinterpret_cast<char*>(scratch.records.data()));
    return sorted(scratch, blocks_.bits());
  }

 private:
  static constexpr int kPartBitsMost = 8;

  std::span<Record> sorted(Scratch& scratch, int skipped_bits) const {
    scratch.sorted.resize(scratch.records.size());
    bucket_sort<Record>(scratch.records, scratch.sorted, key_of_, skipped_bits, scratch.buckets);
    return scratch.sorted;
  }

  [[nodiscard]] std::size_t partition_of(const Record& record) const {
    return blocks_.bits() == 0 ? 0 : key_of_(record) >> (64 - blocks_.bits());
  }

  PartitionedBlocks blocks_;
  KeyOf key_of_;
  std::vector<std::atomic<std::uint64_t>> parts_left_;  // to be read, of each partition
};

}  // namespace cento
