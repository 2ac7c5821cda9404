#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "index/catalog.hpp"
#include "index/index_contents.hpp"
#include "index/index_writer.hpp"

namespace cento {

/// What segments were made of all documents of a catalog.
struct RebuiltSegments {
  std::vector<std::string> files;
  std::uint64_t sentences = 0;
};

/// Digests all documents of the catalog again, on `options.threads` threads, and writes segment files with names that
/// `next_file` gives, each of as much as `options.memory_bytes` allow. The same documents give the same files.
[[nodiscard]] RebuiltSegments rebuild_segments(const std::string& folder, Catalog& catalog,
                                               const IndexSettings& settings, const DigesterFactory& digesters,
                                               const WriterOptions& options,
                                               const std::function<std::string()>& next_file);

}  // namespace cento
