// Decompresses the input as gzip, given in pieces of the size in its first byte, and checks that the size of the pieces
// makes no difference for sound data.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "pieces.hpp"
#include "read/input/gzip_source.hpp"

namespace {

constexpr std::size_t kOutputMost = std::size_t{64} << 20;  // limits decompression bombs

struct Outcome {
  std::string text;
  std::string problem;
};

Outcome decompress(std::string_view bytes, std::size_t step) {
  cento::Input in(
      "FILE", "",
      cento::gzip_source(std::make_unique<cento::Input>("FILE", "", std::make_unique<cento::Pieces>(bytes, step))));
  Outcome outcome;
  for (std::string_view window = in.peek(1); !window.empty() && in.offset() < kOutputMost; window = in.peek(1)) {
    outcome.text += window;
    in.consume(window.size());
  }
  outcome.problem = in.problem();
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Outcome whole = decompress(bytes, bytes.size() + 1);
  const Outcome pieces = decompress(bytes, std::size_t{data[0]} + 1);
  if (whole.problem.empty() && (whole.text != pieces.text || !pieces.problem.empty())) std::abort();
  if (whole.problem.empty() != pieces.problem.empty()) std::abort();
  return 0;
}
