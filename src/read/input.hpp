#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/compressor.hpp"
#include "core/growable_bytes.hpp"
#include "core/place.hpp"

namespace cento {

/// Where bytes come from: a file, standard input, memory, or a decompressor over another source.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Fills up to `size` bytes; 0 only at the end. Throws Error when the system refuses to read.
  virtual std::size_t read(char* out, std::size_t size) = 0;

  /// What went wrong with the bytes so far, as a sentence without a place ("the gzip data ends early"); empty if
  /// nothing did. Damaged input is not an exception: what could be read is used, and this tells about the rest.
  [[nodiscard]] virtual std::string problem() const { return {}; }
};

/// A decompressed input with a window of unread bytes, the only thing readers see of files.
class Input {
 public:
  /// `file` names it in messages and must outlive everything read from it. `path` is what can be opened again.
  Input(std::string_view file, std::string path, std::unique_ptr<ByteSource> source,
        Compression compression = Compression::none);

  /// Unread bytes: at least `wanted` of them unless the input ends before. Valid until the next peek() or consume().
  /// Behind the last byte of the window PaddedBytes::kPadding bytes are readable.
  std::string_view peek(std::size_t wanted);

  /// Unread bytes as soon as a whole line is among them, or `most` bytes are, or the input ends. Valid as peek()'s.
  std::string_view peek_lines(std::size_t most);

  /// Marks the first `size` bytes of the last peek() as read.
  void consume(std::size_t size);

  /// Puts some unread bytes to `out`, as many as come at once and up to `size`, and marks them as read; 0 only at the
  /// end. This spares a copy of what peek() shows.
  std::size_t take_some(char* out, std::size_t size);

  /// Marks the last bytes that were taken as unread again. `bytes` is a copy of them.
  void give_back(std::string_view bytes);

  /// How many decompressed bytes were consumed so far.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

  [[nodiscard]] std::string_view file() const { return file_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string problem() const { return source_->problem(); }
  /// How the file is compressed; the outer way if it is in two.
  [[nodiscard]] Compression compression() const { return compression_; }

  /// The place of the next unread byte.
  [[nodiscard]] Place place() const { return {file_, Place::kUnknown, offset_}; }

 private:
  void fill(std::size_t wanted);

  std::string_view file_;
  std::string path_;
  std::unique_ptr<ByteSource> source_;
  Compression compression_;
  GrowableBytes window_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool source_ended_ = false;
  std::uint64_t offset_ = 0;
};

/// Opens a file ("-": standard input) and undoes gzip or zstd, recognised by their magic bytes, also one in the other.
/// `raw_bytes_read`, if given, is advanced as bytes are taken from the file itself, for progress.
/// Throws Error with a sentence that names the file when it cannot be opened.
std::unique_ptr<Input> open_input(std::string_view file, const std::string& path, std::uint64_t memory_bytes,
                                  std::atomic<std::uint64_t>* raw_bytes_read = nullptr);

/// The bytes of a file ("-": standard input) as they are. Throws as open_input() does.
std::unique_ptr<ByteSource> file_source(std::string_view file, const std::string& path,
                                        std::atomic<std::uint64_t>* raw_bytes_read = nullptr);

/// An input over any source, decompressed as open_input() does.
std::unique_ptr<Input> decompressed_input(std::string_view file, const std::string& path,
                                          std::unique_ptr<ByteSource> source, std::uint64_t memory_bytes);

/// An input over bytes in memory (which must outlive it), decompressed alike. For tests, fuzzers and bindings.
std::unique_ptr<Input> memory_input(std::string_view file, std::string_view bytes);

}  // namespace cento
