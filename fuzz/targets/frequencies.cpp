// Reads the input as a file of saved statistics. The first byte says whether the rest already has its checksum or gets
// it here, so that fuzzing gets past it. What can be read must be written back byte for byte.

#include <zlib.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cento/error.hpp"
#include "read/input/input.hpp"
#include "sign/words/frequencies_file.hpp"

namespace {

constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 20;
constexpr std::string_view kMagic = "CENTOFRQ";

void append_checksum(std::string& bytes) {
  auto checksum = ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  for (int i = 0; i < 4; ++i, checksum >>= 8U) bytes.push_back(static_cast<char>(checksum));
}

void check_written_again(std::string_view bytes) {
  std::string again;
  const auto tables = cento::read_frequencies(*cento::memory_input("FILE", bytes), kMemoryBytes);
  cento::write_frequencies(tables, [&](std::string_view more) { again += more; });
  if (bytes.starts_with(kMagic) && again != bytes) std::abort();  // others were compressed
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 != 0) append_checksum(bytes);
  try {
    check_written_again(bytes);
  } catch (const cento::Error&) {
    return 0;
  }
  return 0;
}
