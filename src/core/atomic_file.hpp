#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/compressor.hpp"
#include "core/error.hpp"
#include "core/removed_on_signal.hpp"

namespace cento {

/// Whoever read our standard output (or a named pipe) has left. Not worth a message: main() ends quietly, as other
/// tools do in front of `head`.
class OutputClosed : public Error {
 public:
  using Error::Error;
};

/// A file that appears whole or not at all: it gets its name by publish(), and is gone without, also when the program
/// is killed (new_file.hpp). A file of that name is replaced and hands on its permissions. The name "-" is standard
/// output, which is written as it comes. A name that ends in .gz or .zst is compressed on the way. A name that is
/// already a pipe or a device is written as it comes, and a link stays a link: the file it leads to is replaced. Not
/// thread-safe.
class AtomicFile {
 public:
  /// Throws Error naming the file when it cannot be created.
  explicit AtomicFile(std::string name);
  /// Compressed like this whatever the name says.
  AtomicFile(std::string name, Compression compression);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends. Throws Error naming the file when the bytes cannot be written (disk full), OutputClosed for a closed pipe
  /// (which needs SIGPIPE ignored).
  void write(std::string_view bytes);

  /// Hands on what was written so far, for somebody who waits for it at the other end of a pipe. What is compressed may
  /// stay behind in part.
  void flush();

  /// Ends the gzip member or zstd frame, so that what follows can be decompressed alone. Nothing without compression.
  void end_member();

  /// Flushes, closes and renames; throws as write() does. Nothing may be written afterwards.
  void publish();

 private:
  class Sink;
  std::unique_ptr<Sink> sink_;
};

}  // namespace cento
