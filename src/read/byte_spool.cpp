#include "read/byte_spool.hpp"

#include <algorithm>
#include <utility>

namespace cento {

namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 20;

class SpoolSource : public ByteSource {
 public:
  explicit SpoolSource(ByteSpool& spool) : spool_(spool) {}

  std::size_t read(char* out, std::size_t size) override {
    const std::size_t got = spool_.read(offset_, out, size);
    offset_ += got;
    return got;
  }

 private:
  ByteSpool& spool_;
  std::uint64_t offset_ = 0;
};

}  // namespace

ByteSpool::ByteSpool(std::uint64_t memory_bytes, std::string temp_dir)
    : memory_limit_(memory_bytes), file_(std::move(temp_dir)) {}

std::uint64_t ByteSpool::append(std::string_view bytes) {
  const std::uint64_t offset = size();
  if (!in_file_ && memory_.size() + bytes.size() <= memory_limit_) {
    const std::uint64_t needed = memory_.size() + bytes.size();
    if (needed > memory_.capacity()) memory_.reserve(std::min(memory_limit_, needed * 2));
    memory_ += bytes;
    return offset;
  }
  in_file_ = true;
  unwritten_ += bytes;
  if (unwritten_.size() >= kWriteBytes) write_out();
  return offset;
}

std::size_t ByteSpool::read(std::uint64_t offset, char* out, std::size_t size) {
  std::size_t done = 0;
  if (offset < memory_.size()) {
    done = memory_.copy(out, size, offset);
    if (done == size) return done;
  }
  if (!unwritten_.empty()) write_out();
  const std::uint64_t file_offset = offset + done - memory_.size();
  if (offset + done >= memory_.size() && file_offset < file_.size()) {
    done += file_.read(file_offset, out + done, size - done);
  }
  return done;
}

void ByteSpool::write_out() {
  file_.append(unwritten_.data(), unwritten_.size());
  unwritten_.clear();
}

std::unique_ptr<ByteSource> spool_source(ByteSpool& spool) {
  return std::make_unique<SpoolSource>(spool);
}

}  // namespace cento
