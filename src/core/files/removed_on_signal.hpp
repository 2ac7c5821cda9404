#pragma once

#include <atomic>
#include <string>

namespace cento {

/// Has a file, or a folder with its contents, removed by remove_unpublished_files() while this object lives. There is
/// room for a few dozen at a time; any beyond that are left behind.
class RemovedOnSignal {
 public:
  explicit RemovedOnSignal(const std::string& path);
  ~RemovedOnSignal();
  RemovedOnSignal(const RemovedOnSignal&) = delete;
  RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

 private:
  std::atomic<char*>* slot_ = nullptr;
};

/// Removes them all: the program is about to be ended by a signal. Safe in a signal handler.
void remove_unpublished_files();

/// Installs a handler for SIGBUS (a page of a mapped file cannot be read) that removes them, says so and ends the
/// program with exit code 1. Called once by main(); a program that embeds the library does not need it.
void fail_on_lost_pages();

}  // namespace cento
