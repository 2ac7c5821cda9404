#pragma once

#include <atomic>
#include <string>

namespace cento {

/// Has a file, or a folder with all that is in it, removed if a signal ends the program while this object lives.
/// There is room for a few dozen at a time; what comes on top stays behind on a signal.
class RemovedOnSignal {
 public:
  explicit RemovedOnSignal(const std::string& path);
  ~RemovedOnSignal();
  RemovedOnSignal(const RemovedOnSignal&) = delete;
  RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

 private:
  std::atomic<char*>* slot_ = nullptr;
};

/// Installs handlers for SIGINT, SIGTERM and SIGHUP that remove unpublished files and then end the program as the
/// signal would have; and one for SIGBUS (a page of a mapped file cannot be read) that says so and ends it with exit
/// code
/// 1. Called once by main().
void remove_unpublished_files_on_signals();

}  // namespace cento
