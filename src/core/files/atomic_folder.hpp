#pragma once

#include <memory>
#include <string>

#include "core/files/removed_on_signal.hpp"

namespace cento {

/// A folder of new files that appears whole or not at all: filled next to its final name, renamed by publish(), removed
/// otherwise, also when a signal ends the program; what a killed program left is removed by the next one that writes to
/// the same folder. If the target is an empty folder and nothing can be created next to it, it is filled inside.
class AtomicFolder {
 public:
  /// Throws UsageError when the name exists and is not an empty folder, Error when the folder cannot be created.
  explicit AtomicFolder(const std::string& name);
  ~AtomicFolder();
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;

  /// Where to write the file that will be `relative` in the folder; creates its parent folders.
  [[nodiscard]] std::string path_of(const std::string& relative) const;

  /// Makes all files appear. If it throws Error, none has.
  void publish();

 private:
  void make_staging(const std::string& name);
  void move_entries() const;

  std::string target_;
  bool is_there_ = false;  // the target exists, as an empty folder
  std::string staging_;    // empty once published
  int lock_ = -1;          // marks the staging folder as in use
  std::unique_ptr<RemovedOnSignal> removed_on_signal_;
};

}  // namespace cento
