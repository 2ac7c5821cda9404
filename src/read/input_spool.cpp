#include "read/input_spool.hpp"

#include <utility>

namespace cento {

namespace {

class NotedSource : public ByteSource {
 public:
  NotedSource(std::unique_ptr<ByteSource> pipe, ByteSpool& spool) : pipe_(std::move(pipe)), spool_(spool) {}

  std::size_t read(char* out, std::size_t size) override {
    const std::size_t got = pipe_->read(out, size);
    spool_.append({out, got});
    return got;
  }

 private:
  std::unique_ptr<ByteSource> pipe_;
  ByteSpool& spool_;
};

}  // namespace

std::unique_ptr<ByteSource> InputSpool::source(std::unique_ptr<ByteSource> pipe) {
  if (std::exchange(has_been_read_, true)) return spool_source(bytes_);
  return std::make_unique<NotedSource>(std::move(pipe), bytes_);
}

}  // namespace cento
