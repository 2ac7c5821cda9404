#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "index/index_contents.hpp"
#include "index/live/index_writer.hpp"
#include "index/store/catalog.hpp"

namespace cento {

/// The segments made from all documents of a catalog.
struct RebuiltSegments {
  std::vector<std::string> files;
  std::uint64_t sentences = 0;
};

/// Digests all documents of the catalog again, on `options.threads` threads, and writes segment files with names from
/// `next_file`, each as large as `options.memory_bytes` allows. The same documents give the same files.
[[nodiscard]] RebuiltSegments rebuild_segments(const std::string& folder, Catalog& catalog,
                                               const IndexSettings& settings, const DigesterFactory& digesters,
                                               const WriterOptions& options,
                                               const std::function<std::string()>& next_file);

}  // namespace cento
