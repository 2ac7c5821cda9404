#include "read/input/input_spool.hpp"

#include <utility>

#include "read/input/spool_source.hpp"

namespace cento {

namespace {

class NotedSource : public ByteSource {
 public:
  NotedSource(std::unique_ptr<ByteSource> pipe, ByteSpool& spool, InputSpool::End& end)
      : pipe_(std::move(pipe)), spool_(spool), end_(end) {}

  std::size_t read(char* out, std::size_t size) override {
    const std::size_t got = pipe_->read(out, size);
    spool_.append({out, got});
    if (got == 0) end_ = {pipe_->problem(), pipe_->gaps()};
    return got;
  }

  [[nodiscard]] std::string problem() const override { return pipe_->problem(); }
  [[nodiscard]] const std::vector<std::uint64_t>& gaps() const override { return pipe_->gaps(); }

 private:
  std::unique_ptr<ByteSource> pipe_;
  ByteSpool& spool_;
  InputSpool::End& end_;
};

/// Replays how a pipe ended that could not be read to its end.
class EndedSource : public ByteSource {
 public:
  EndedSource(std::unique_ptr<ByteSource> bytes, const InputSpool::End& end) : bytes_(std::move(bytes)), end_(end) {}

  std::size_t read(char* out, std::size_t size) override { return bytes_->read(out, size); }
  [[nodiscard]] std::string problem() const override { return end_.problem; }
  [[nodiscard]] const std::vector<std::uint64_t>& gaps() const override { return end_.gaps; }

 private:
  std::unique_ptr<ByteSource> bytes_;
  const InputSpool::End& end_;
};

}  // namespace

std::unique_ptr<ByteSource> InputSpool::source(std::unique_ptr<ByteSource> pipe) {
  if (std::exchange(has_been_read_, true)) {
    return std::make_unique<EndedSource>(spool_source(bytes_), end_);
  }
  return std::make_unique<NotedSource>(std::move(pipe), bytes_, end_);
}

}  // namespace cento
