#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "cento/error.hpp"
#include "core/files/compressor.hpp"
#include "core/files/removed_on_signal.hpp"

namespace cento {

/// The reader of our standard output (or of a named pipe) has closed it. Not worth a message: main() ends quietly, as
/// other tools do when piped into `head`.
class OutputClosed : public Error {
 public:
  using Error::Error;
};

/// A file that appears whole or not at all: publish() gives it its name; without that call nothing is left of it, even
/// when the program is killed (new_file.hpp). A file of that name is replaced and passes on its permissions. The name
/// "-" is standard output, which is written directly. A name that ends in .gz or .zst is compressed on the way. An
/// existing pipe or device is written directly, and a link stays a link: the file it points to is replaced. Not
/// thread-safe.
class AtomicFile {
 public:
  /// Throws Error naming the file when it cannot be created.
  explicit AtomicFile(std::string name);
  /// Compressed like this whatever the name.
  AtomicFile(std::string name, Compression compression);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends. Throws Error naming the file when the bytes cannot be written (disk full), OutputClosed for a closed pipe
  /// (which needs SIGPIPE ignored).
  void write(std::string_view bytes);

  /// Passes on what was written so far, for a reader who waits for it at the other end of a pipe. Compressed output may
  /// be held back in part.
  void flush();

  /// Ends the gzip member or zstd frame, so that what follows can be decompressed alone. No effect without compression.
  void end_member();

  /// Flushes, closes and renames; throws as write() does. Nothing may be written afterwards.
  void publish();

 private:
  class Sink;
  std::unique_ptr<Sink> sink_;
};

}  // namespace cento
