#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cento/source.hpp"
#include "read/input/group_range.hpp"

namespace cento {

/// A file of a collection, or some of its groups of rows.
struct FilePiece {
  std::string path;
  bool walked = false;  // found in a folder, not named by the user
  GroupRange groups = {};
  std::string name = {};  // as shown in places and messages; empty: the path
};

/// What one task reads of a collection of files: pieces of it, in the order of the collection. It is no error if they
/// yield no documents.
class PartFiles final : public Source {
 public:
  PartFiles(std::vector<FilePiece> pieces, FileOptions options);
};

/// How many rows each group of a Parquet file has; empty if it is of another format or cannot be read,
/// which is reported when it is read.
[[nodiscard]] std::vector<std::uint64_t> group_rows(const std::string& path);

}  // namespace cento
