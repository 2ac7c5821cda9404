// Any bytes as Reuters-style SGML.

#include "marked_up_documents.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  cento::fuzz::read_documents_with_limits("reuters", {reinterpret_cast<const char*>(data), size});
  return 0;
}
