#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace cento {

/// A file that appears whole or not at all: written beside its name, renamed by publish(), removed otherwise, also when
/// the program is ended by a signal. The name "-" is standard output, which is written as it comes.
/// A name that ends in .gz or .zst is compressed on the way.
class AtomicFile {
 public:
  explicit AtomicFile(std::string name);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends. Throws Error naming the file when the bytes cannot be written (disk full, closed pipe).
  void write(std::string_view bytes);

  /// Flushes, closes and renames. Nothing may be written afterwards.
  void publish();

 private:
  class Sink;
  std::unique_ptr<Sink> sink_;
};

/// Installs handlers for SIGINT, SIGTERM and SIGHUP that remove unpublished files and then end the program as the
/// signal would have. Called once by main().
void remove_unpublished_files_on_signals();

}  // namespace cento
