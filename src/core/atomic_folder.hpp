#pragma once

#include <memory>
#include <string>

#include "core/removed_on_signal.hpp"

namespace cento {

/// A folder of new files that appears whole or not at all: filled beside its name, renamed by publish(), removed
/// otherwise, also when the program is ended by a signal; what a killed one left is removed by the next that writes to
/// the same folder. Where an empty folder is there and nothing can be made beside it, it is filled inside.
class AtomicFolder {
 public:
  /// Throws UsageError when there is something of that name that is not an empty folder, Error when it cannot be made.
  explicit AtomicFolder(const std::string& name);
  ~AtomicFolder();
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;

  /// Where to write the file that will be `relative` in the folder; makes the folders on the way to it.
  [[nodiscard]] std::string path_of(const std::string& relative) const;

  /// Makes all files appear. Throws Error, after which none has.
  void publish();

 private:
  void make_staging(const std::string& name);
  void move_entries() const;

  std::string target_;
  bool is_there_ = false;  // as an empty folder
  std::string staging_;    // empty once published
  int lock_ = -1;          // says that somebody is at work on it
  std::unique_ptr<RemovedOnSignal> removed_on_signal_;
};

}  // namespace cento
