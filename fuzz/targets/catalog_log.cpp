// Reads the input as the log of a catalog and looks for damage. That is safe for any bytes, and damage that is found is
// within them.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "index/store/catalog_log.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int file = ::memfd_create("log", 0);
  if (file < 0 || ::write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  const auto damage = cento::find_log_damage("/proc/self/fd/" + std::to_string(file));
  ::close(file);
  if (damage && (damage->byte >= size || damage->commits > size)) std::abort();
  return 0;
}
