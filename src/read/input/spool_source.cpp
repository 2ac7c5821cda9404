#include "read/input/spool_source.hpp"

#include <cstddef>
#include <cstdint>

namespace cento {

namespace {

class SpoolSource : public ByteSource {
 public:
  explicit SpoolSource(const ByteSpool& spool) : spool_(spool) {}

  std::size_t read(char* out, std::size_t size) override {
    const std::size_t got = spool_.read(offset_, out, size);
    offset_ += got;
    return got;
  }

 private:
  const ByteSpool& spool_;
  std::uint64_t offset_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> spool_source(const ByteSpool& spool) {
  return std::make_unique<SpoolSource>(spool);
}

}  // namespace cento
