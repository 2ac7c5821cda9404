#include "engine/index/index_statistics.hpp"

#include <string_view>

#include "core/byte_size.hpp"
#include "methods/ask/index_digester.hpp"
#include "sign/words/frequencies_file.hpp"

namespace cento {

IndexStatistics load_index_statistics(const std::string& file) {
  if (file.empty()) return {};
  const auto tables = load_frequencies(file, default_memory_bytes() / 2);
  const SavedFrequencies& tokens = require_table(file, tables, "tokens");
  IndexStatistics statistics;
  write_frequencies({&tokens, 1}, [&](std::string_view piece) { statistics.bytes += piece; });
  statistics.tokens = tokens.frequencies;
  return statistics;
}

void check_index_options(const IndexOptions& options, const IndexStatistics& statistics) {
  index_digesters()(options, statistics.tokens ? &*statistics.tokens : nullptr);
}

}  // namespace cento
