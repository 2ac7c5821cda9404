#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/files/atomic_file.hpp"
#include "core/files/atomic_folder.hpp"

namespace cento {

/// The folder that a scan writes, with a summary.json. It appears complete or not at all.
class ScanFolder {
 public:
  /// An empty name: nothing is written.
  explicit ScanFolder(const std::string& name);

  /// A file in it; null if nothing is written.
  AtomicFile* add(const std::string& name);

  void publish(const std::string& summary_json);

 private:
  std::unique_ptr<AtomicFolder> folder_;
  std::vector<std::unique_ptr<AtomicFile>> files_;
};

}  // namespace cento
