#include "core/memory/reused_bytes.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "core/memory/large_memory.hpp"

namespace cento {

namespace {

// Huge pages are mapped directly, since a mapping can grow without a copy.

bool is_mapped(std::size_t size) {
  return size >= kHugePageBytes;
}

std::size_t whole_pages(std::size_t size) {
  if (!is_mapped(size)) return size;
  const std::size_t whole = (size + kHugePageBytes - 1) / kHugePageBytes * kHugePageBytes;
  if (whole < size) throw std::bad_alloc();
  return whole;
}

char* huge_pages(void* mapped, std::size_t size) {
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  ::madvise(mapped, size, MADV_HUGEPAGE);  // only a hint; if refused, everything works, but slower
  return static_cast<char*>(mapped);
}

/// `size` is a result of whole_pages().
char* allocate(std::size_t size) {
  if (is_mapped(size)) {
    return huge_pages(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), size);
  }
  if (void* bytes = std::malloc(size)) return static_cast<char*>(bytes);
  throw std::bad_alloc();
}

void free_bytes(char* bytes, std::size_t size) {
  if (is_mapped(size)) {
    ::munmap(bytes, size);
  } else {
    std::free(bytes);
  }
}

}  // namespace

BytePool::BytePool() {
  blocks_.reserve(kMostKept / kLeastKept);
}

BytePool::~BytePool() {
  for (const Block& block : blocks_) free_bytes(block.bytes, block.size);
}

BytePool::Block BytePool::take(std::size_t size) {
  constexpr std::size_t kFarLarger = 8;
  const std::lock_guard lock(mutex_);
  auto best = blocks_.end();
  for (auto block = blocks_.begin(); block != blocks_.end(); ++block) {
    if (block->size < size || block->size / kFarLarger > size) continue;
    if (best == blocks_.end() || block->size < best->size) best = block;
  }
  if (best == blocks_.end()) return {};
  const Block taken = *best;
  *best = blocks_.back();
  blocks_.pop_back();
  sum_ -= taken.size;
  return taken;
}

bool BytePool::keep(const Block& block) noexcept {
  if (block.size < kLeastKept) return false;
  const std::lock_guard lock(mutex_);
  if (sum_ + block.size > kMostKept) return false;
  blocks_.push_back(block);
  sum_ += block.size;
  return true;
}

ReusedBytes::ReusedBytes(std::size_t size, std::shared_ptr<BytePool> pool) : pool_(std::move(pool)) {
  if (pool_ != nullptr && size >= BytePool::kLeastKept) {
    const BytePool::Block kept = pool_->take(size);
    bytes_ = kept.bytes;
    size_ = kept.size;
  }
  if (bytes_ != nullptr) return;
  size_ = whole_pages(size);
  bytes_ = allocate(size_);
}

void ReusedBytes::grow(std::size_t size) {
  if (size <= size_) return;
  if (is_mapped(size_)) {
    const std::size_t whole = whole_pages(size);
    bytes_ = huge_pages(::mremap(bytes_, size_, whole, MREMAP_MAYMOVE), whole);
    size_ = whole;
    return;
  }
  ReusedBytes larger(size, pool_);
  if (size_ > 0) std::memcpy(larger.data(), bytes_, size_);
  *this = std::move(larger);
}

void ReusedBytes::release() noexcept {
  if (bytes_ != nullptr && (pool_ == nullptr || !pool_->keep({bytes_, size_}))) free_bytes(bytes_, size_);
  bytes_ = nullptr;
  size_ = 0;
}

}  // namespace cento
