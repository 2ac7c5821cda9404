#include "core/spill/byte_spool.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace cento {

namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 20;

/// Copies up to `size` bytes from `offset` on; returns how many.
std::size_t copy_from(std::string_view bytes, std::uint64_t offset, char* out, std::size_t size) {
  return offset < bytes.size() ? bytes.copy(out, size, offset) : 0;
}

}  // namespace

ByteSpool::ByteSpool(const MemoryPart& memory, std::string temp_dir) : lease_(memory), file_(std::move(temp_dir)) {}

std::uint64_t ByteSpool::append(std::string_view bytes) {
  const std::uint64_t offset = size();
  if (!in_file_ && memory_size_ + bytes.size() <= lease_.bytes()) {
    memory_.grow(memory_size_ + bytes.size());
    if (!bytes.empty()) std::memcpy(memory_.data() + memory_size_, bytes.data(), bytes.size());
    memory_size_ += bytes.size();
    lease_.use(bytes.size());
    return offset;
  }
  in_file_ = true;
  if (unwritten_.size() + bytes.size() > kWriteBytes) write_out();
  if (bytes.size() > kWriteBytes) {
    file_.append(std::as_bytes(std::span(bytes)));
  } else {
    unwritten_ += bytes;
  }
  return offset;
}

std::size_t ByteSpool::read(std::uint64_t offset, char* out, std::size_t size) const {
  std::size_t done = copy_from(in_memory(), offset, out, size);
  if (done == size) return done;
  const std::uint64_t written = memory_size_ + file_.size();
  if (offset + done < written) {
    const std::size_t in_file = std::min<std::uint64_t>(size - done, written - offset - done);
    done += file_.read(offset + done - memory_size_, std::as_writable_bytes(std::span(out + done, in_file)));
  }
  if (done == size) return done;
  return done + copy_from(unwritten_, offset + done - written, out + done, size - done);
}

void ByteSpool::write_out() {
  if (unwritten_.empty()) return;
  file_.append(std::as_bytes(std::span(unwritten_)));
  unwritten_.clear();
}

}  // namespace cento
