// Reads the input as plain text, whole and split in each way, with a small size limit.

#include <cstdint>
#include <memory>
#include <string_view>

#include "check_documents.hpp"

namespace cento {
int recognise_text(std::string_view head);
std::unique_ptr<Reader> make_text_reader(const ReadOptions& options);
}  // namespace cento

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  cento::recognise_text(bytes);
  for (const char* split : {"", "lines", "paragraphs", "^[-=]+$"}) {
    cento::ReadOptions options;
    options.max_document_bytes = 200;
    options.split = split;
    cento::check_documents(*cento::make_text_reader(options), *cento::memory_input("FILE", bytes));
  }
  return 0;
}
