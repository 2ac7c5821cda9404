// Unpacks the input as Snappy packs, into memory of the size that it names, and compares with a plain way to do it.

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "arrow_files/snappy.hpp"
#include "plain_snappy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto expected = cento::plain_unpack_snappy({reinterpret_cast<const char*>(data), size});
  // Damaged input is tried with a size that it may have.
  constexpr std::size_t kSomeBytes = 300;
  const std::size_t likely = size == 0 ? 0 : data[0] < 0x80 ? data[0] : kSomeBytes;
  std::vector<std::uint8_t> out(expected ? expected->size() : likely);
  const bool is_sound = cento::arrow_files::unpack_snappy({data, size}, out);
  if (is_sound != expected.has_value()) std::abort();
  if (is_sound && !std::equal(out.begin(), out.end(), expected->begin(),
                              [](std::uint8_t x, char y) { return x == static_cast<std::uint8_t>(y); })) {
    std::abort();
  }
  return 0;
}
