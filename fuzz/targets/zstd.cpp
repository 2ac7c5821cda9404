// Decompresses the input as zstd, whole and in small pieces: the same bytes must come out.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "pieces.hpp"
#include "read/input/zstd_source.hpp"

namespace {

constexpr std::size_t kOutputMost = std::size_t{64} << 20;  // limits decompression bombs
constexpr std::uint64_t kMemoryBytes = 1;                   // the smallest window

std::string decompress(std::string_view bytes, std::size_t step) {
  auto packed = std::make_unique<cento::Input>("FILE", "", std::make_unique<cento::Pieces>(bytes, step));
  cento::Input in("FILE", "", cento::zstd_source(std::move(packed), kMemoryBytes));
  std::string text;
  for (std::string_view window = in.peek(1); !window.empty() && in.offset() < kOutputMost; window = in.peek(1)) {
    text += window;
    in.consume(window.size());
  }
  return text.substr(0, kOutputMost) + (in.problem().empty() ? "" : " and a problem");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string whole = decompress(bytes, bytes.size() + 1);
  if (whole.size() < kOutputMost && whole != decompress(bytes, std::size_t{data[0]} + 1)) std::abort();
  return 0;
}
