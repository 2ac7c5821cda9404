#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files/compressor.hpp"
#include "core/memory/growable_bytes.hpp"
#include "core/place.hpp"

namespace cento {

/// When a gzip member or a zstd frame is checked against its checksum. One of up to 4 MiB is always checked before use.
enum class DamageCheck : std::uint8_t {
  before_use,      // larger ones are stored (compressed, in a temporary file) and decoded twice
  while_used,      // larger ones are used before that; if one turns out to be damaged, RunAgain is thrown
  while_streamed,  // the same, but output cannot be taken back: an Error is thrown
};

struct DamageHandling {
  /// Shared by all inputs of a run. Before RunAgain is thrown, it becomes before_use.
  std::shared_ptr<DamageCheck> check = std::make_shared<DamageCheck>(DamageCheck::before_use);
  std::string temp_dir = {};  // for stored members; empty: the system's default
};

/// Thrown when data that was already used turns out to be damaged. All results from the input are void, and the command
/// must start again; everything is then checked before use, so this does not happen a second time.
class RunAgain : public std::exception {
 public:
  explicit RunAgain(std::string reason) : reason_(std::move(reason)) {}
  [[nodiscard]] const char* what() const noexcept override { return reason_.c_str(); }

 private:
  std::string reason_;  // the file and what is wrong with it
};

/// Where bytes come from: a file, standard input, memory, or a decompressor over another source.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Fills up to `size` bytes; 0 only at the end.
  virtual std::size_t read(char* out, std::size_t size) = 0;

  /// What went wrong with the bytes so far, as a sentence without a place ("the gzip data ends early"); empty if
  /// nothing did. Damaged input does not throw: what could be read is used, and this describes the rest.
  [[nodiscard]] virtual std::string problem() const { return {}; }

  /// Where bytes are missing among those read so far: each gap is the number of bytes before it. The gap of an input
  /// that ends too early is its total number of bytes. In ascending order.
  [[nodiscard]] virtual const std::vector<std::uint64_t>& gaps() const;
};

/// A decompressed input with a window of unread bytes; all that readers see of files.
class Input {
 public:
  /// `file` names it in messages and must outlive everything read from it. `path` can be opened again.
  Input(std::string_view file, std::string path, std::unique_ptr<ByteSource> source,
        Compression compression = Compression::none);

  /// Unread bytes: at least `wanted` of them unless the input ends before. Valid until the next peek() or consume().
  /// PaddedBytes::kPadding bytes after the window are readable.
  std::string_view peek(std::size_t wanted);

  /// Unread bytes, as soon as they contain a whole line, or `most` bytes, or the input ends. Valid as for peek().
  std::string_view peek_lines(std::size_t most);

  /// Marks the first `size` bytes of the last peek() as read.
  void consume(std::size_t size);

  /// Moves some unread bytes to `out`, as many as are available and at most `size`; 0 only at the end. Saves the copy
  /// that peek() makes.
  std::size_t take_some(char* out, std::size_t size);

  /// Marks the last bytes taken as unread again. `bytes` is a copy of them.
  void give_back(std::string_view bytes);

  /// Memory for large records comes from the pool from now on, and returns there.
  void use(std::shared_ptr<BytePool> pool) { window_.use(std::move(pool)); }

  /// Decompressed bytes consumed so far.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

  [[nodiscard]] std::string_view file() const { return file_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string problem() const { return source_->problem(); }
  [[nodiscard]] const std::vector<std::uint64_t>& gaps() const { return source_->gaps(); }
  /// How the file is compressed; the outer compression if there are two.
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

/// Opens a file ("-": standard input) and decompresses gzip or zstd, recognised by their magic bytes, also nested.
/// `raw_bytes_read`, if given, is advanced as bytes are read from the file itself, for progress. Throws Error with a
/// sentence that names the file when it cannot be opened.
std::unique_ptr<Input> open_input(std::string_view file, const std::string& path, std::uint64_t memory_bytes,
                                  std::atomic<std::uint64_t>* raw_bytes_read = nullptr,
                                  const DamageHandling& handling = {});

/// The bytes of a file ("-": standard input), unchanged. Throws as open_input() does.
std::unique_ptr<ByteSource> file_source(std::string_view file, const std::string& path,
                                        std::atomic<std::uint64_t>* raw_bytes_read = nullptr);

/// An input over any source, decompressed as open_input() does.
std::unique_ptr<Input> decompressed_input(std::string_view file, const std::string& path,
                                          std::unique_ptr<ByteSource> source, std::uint64_t memory_bytes,
                                          const DamageHandling& handling = {});

/// An input over bytes in memory (which must outlive it), decompressed likewise. For tests, fuzzers and bindings.
std::unique_ptr<Input> memory_input(std::string_view file, std::string_view bytes);

}  // namespace cento
