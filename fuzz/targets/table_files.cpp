// Reads the input as a Parquet or Arrow file, through the plug-in. What Arrow C++ itself makes of damaged files is its
// own affair: this is about our use of it.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "check_documents.hpp"

namespace cento {
int recognise_arrow(std::string_view head);
int recognise_parquet(std::string_view head);
std::unique_ptr<Reader> make_table_reader(const ReadOptions& options);
}  // namespace cento

namespace {

/// The plug-in of this build.
const bool kIsNamed = ::setenv("CENTO_ARROW_FILES", CENTO_PLUGIN, 0) == 0;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (!kIsNamed) std::abort();
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  cento::ReadOptions options;
  options.max_document_bytes = 200;
  options.memory_bytes = std::uint64_t{64} << 20;
  if (cento::recognise_arrow(bytes) == 0 && cento::recognise_parquet(bytes) == 0) return 0;
  cento::check_documents(*cento::make_table_reader(options), *cento::memory_input("FILE", bytes));
  return 0;
}
