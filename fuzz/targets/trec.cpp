// Any bytes as a TREC collection.

#include "marked_up_documents.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  cento::fuzz::read_documents_with_limits("trec", {reinterpret_cast<const char*>(data), size});
  return 0;
}
