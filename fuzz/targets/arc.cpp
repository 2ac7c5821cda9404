// Any bytes as an ARC file, with the usual limits and with small ones.

#include <memory>

#include "archive_documents.hpp"

namespace cento {
int recognise_arc(std::string_view head);
std::unique_ptr<Reader> make_arc_reader(const ReadOptions& options);
}  // namespace cento

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)cento::recognise_arc(bytes);
  cento::fuzz::read_archive(*cento::make_arc_reader({}), bytes);
  cento::fuzz::read_archive(*cento::make_arc_reader(cento::fuzz::small_limits()), bytes);
  return 0;
}
