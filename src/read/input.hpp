#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/compressor.hpp"
#include "core/growable_bytes.hpp"
#include "core/place.hpp"

namespace cento {

/// When a gzip member or a zstd frame is compared with its checksum. One of up to 4 MiB always is before it is used.
enum class DamageCheck : std::uint8_t {
  before_use,      // larger ones are put aside (compressed, in a temporary file) and decoded twice
  while_used,      // larger ones are used meanwhile; if one turns out to be damaged, RunAgain is thrown
  while_streamed,  // the same, but nothing can be taken back then: an Error is thrown
};

struct DamageHandling {
  /// Shared by all inputs of a run. Before RunAgain is thrown, it becomes before_use.
  std::shared_ptr<DamageCheck> check = std::make_shared<DamageCheck>(DamageCheck::before_use);
  std::string temp_dir = {};  // for what is put aside; empty: the system's
};

/// Thrown when something was used that turns out to be damaged. All that was done with the input is void, and the
/// command must start again; now that all is checked before it is used, this does not happen a second time.
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
  /// nothing did. Damaged input is not an exception: what could be read is used, and this tells about the rest.
  [[nodiscard]] virtual std::string problem() const { return {}; }

  /// Where bytes are missing among those that were read so far: each is a number of bytes that came before. That of an
  /// input which ends too early is the number of all its bytes. In ascending order.
  [[nodiscard]] virtual const std::vector<std::uint64_t>& gaps() const;
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
  [[nodiscard]] const std::vector<std::uint64_t>& gaps() const { return source_->gaps(); }
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
                                  std::atomic<std::uint64_t>* raw_bytes_read = nullptr,
                                  const DamageHandling& handling = {});

/// The bytes of a file ("-": standard input) as they are. Throws as open_input() does.
std::unique_ptr<ByteSource> file_source(std::string_view file, const std::string& path,
                                        std::atomic<std::uint64_t>* raw_bytes_read = nullptr);

/// An input over any source, decompressed as open_input() does.
std::unique_ptr<Input> decompressed_input(std::string_view file, const std::string& path,
                                          std::unique_ptr<ByteSource> source, std::uint64_t memory_bytes,
                                          const DamageHandling& handling = {});

/// An input over bytes in memory (which must outlive it), decompressed alike. For tests, fuzzers and bindings.
std::unique_ptr<Input> memory_input(std::string_view file, std::string_view bytes);

}  // namespace cento
