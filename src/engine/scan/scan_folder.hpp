#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/files/atomic_folder.hpp"
#include "write/records/record_file.hpp"

namespace cento {

/// The folder that a scan writes: files of records, all in one form, and a summary.json. It appears complete or not at
/// all.
class ScanFolder {
 public:
  /// An empty name: nothing is written. `memory`: for the rows of each table.
  ScanFolder(const std::string& name, RecordForm form, const MemoryPart& memory);

  /// A file in it, whose name ends as those of its form do; null if nothing is written.
  RecordFile* add(const std::string& name, std::span<const ColumnField> fields);

  void publish(const std::string& summary_json);

 private:
  RecordForm form_;
  MemoryPart memory_;
  std::unique_ptr<AtomicFolder> folder_;
  std::vector<std::unique_ptr<RecordFile>> files_;
};

}  // namespace cento
