#include "core/memory/arena.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace cento {

namespace {
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
}  // namespace

char* Arena::allocate(std::size_t size) {
  const std::size_t wanted = size + kPadding;
  while (current_ < chunks_.size() && chunks_[current_].size() - used_ < wanted) {
    ++current_;
    used_ = 0;
  }
  if (current_ == chunks_.size()) chunks_.emplace_back(std::max(kChunkBytes, wanted), pool_);
  char* room = chunks_[current_].data() + used_;
  used_ += wanted;
  return room;
}

void Arena::commit(const char* room, std::size_t used_bytes) {
  used_ = static_cast<std::size_t>(room - chunks_[current_].data()) + used_bytes + kPadding;
}

std::string_view Arena::store(std::string_view bytes) {
  char* room = allocate(bytes.size());
  if (!bytes.empty()) std::memcpy(room, bytes.data(), bytes.size());
  return {room, bytes.size()};
}

void Arena::clear() {
  // Large chunks go back to the pool, from which another arena may take them for the next large document.
  std::erase_if(chunks_, [](const ReusedBytes& chunk) { return chunk.size() > kChunkBytes; });
  current_ = 0;
  used_ = 0;
}

std::size_t Arena::capacity_bytes() const {
  std::size_t sum = 0;
  for (const ReusedBytes& chunk : chunks_) sum += chunk.size();
  return sum;
}

char* Arena::align(char* pointer, std::size_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return reinterpret_cast<char*>((address + alignment - 1) / alignment * alignment);
}

}  // namespace cento
