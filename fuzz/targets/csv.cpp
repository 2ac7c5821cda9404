// Reads the input as CSV and as TSV, with a small size limit.

#include <cstdint>
#include <memory>
#include <string_view>

#include "check_documents.hpp"

namespace cento {
int recognise_csv(std::string_view head);
int recognise_tsv(std::string_view head);
std::unique_ptr<Reader> make_csv_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_tsv_reader(const ReadOptions& options);
}  // namespace cento

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  cento::ReadOptions options;
  options.max_document_bytes = 200;
  cento::recognise_csv(bytes);
  cento::recognise_tsv(bytes);
  cento::check_documents(*cento::make_csv_reader(options), *cento::memory_input("FILE", bytes));
  cento::check_documents(*cento::make_tsv_reader(options), *cento::memory_input("FILE", bytes));
  return 0;
}
