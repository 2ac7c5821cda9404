// Any bytes as a Stack Exchange dump.

#include "marked_up_documents.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  cento::fuzz::read_documents_with_limits("stackexchange", {reinterpret_cast<const char*>(data), size});
  return 0;
}
