#include "read/input/input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "read/input/gzip_source.hpp"
#include "read/input/record_block.hpp"
#include "read/input/zstd_source.hpp"

namespace cento {

namespace {

constexpr std::size_t kWindowBytes = std::size_t{1} << 18;
constexpr std::size_t kMagicBytes = 4;                          // enough to recognise gzip and zstd
constexpr int kCompressionsMost = 4;                            // nested; deeper levels are left compressed
constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 30;  // for inputs that are in memory anyway

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}

  std::size_t read(char* out, std::size_t size) override {
    const std::size_t taken = std::min(size, rest_.size());
    if (taken != 0) std::memcpy(out, rest_.data(), taken);
    rest_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view rest_;
};

std::string cannot(std::string_view what, std::string_view file, int error) {
  return fmt::format("cannot {} {}: {}", what, file, std::generic_category().message(error));
}

[[noreturn]] void fail(std::string_view what, std::string_view file, int error) {
  throw Error(cannot(what, file, error));
}

/// A file, read block by block: a mapped file would kill the program if it was truncated during the run. A file that
/// can no longer be read, or that became shorter, ends early.
class FileSource : public ByteSource {
 public:
  FileSource(std::string_view file, const std::string& path, std::atomic<std::uint64_t>* bytes_read)
      : file_(file), bytes_read_(bytes_read), is_standard_input_(path == "-") {
    descriptor_ = is_standard_input_ ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("open", file_, errno);
    note_size();
    ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
  }

  ~FileSource() override { close(); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::size_t read(char* out, std::size_t size) override {
    ssize_t got = ::read(descriptor_, out, size);
    while (got < 0) {
      if (errno == EAGAIN) wait_for_bytes();
      if (errno != EINTR && errno != EAGAIN) {
        return end_early(fmt::format("cannot be read further: {}", std::generic_category().message(errno)));
      }
      got = ::read(descriptor_, out, size);
    }
    taken_ += static_cast<std::uint64_t>(got);
    if (got == 0 && size != 0) note_cut();
    if (bytes_read_ != nullptr) bytes_read_->fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
    return static_cast<std::size_t>(got);
  }

  [[nodiscard]] std::string problem() const override { return problem_; }
  [[nodiscard]] const std::vector<std::uint64_t>& gaps() const override { return gaps_; }

 private:
  void note_size() {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) return;
    if (S_ISREG(status.st_mode)) size_bytes_ = static_cast<std::uint64_t>(status.st_size);
    if (!S_ISDIR(status.st_mode)) return;
    close();
    fail("open", file_, EISDIR);
  }

  /// Some system files report a size that they do not have; that size does not change during reading.
  void note_cut() {
    struct stat status {};
    if (taken_ >= size_bytes_ || ::fstat(descriptor_, &status) != 0) return;
    if (static_cast<std::uint64_t>(status.st_size) == size_bytes_) return;
    end_early(fmt::format("the file was truncated while it was read ({} of {} bytes were left)", taken_, size_bytes_));
  }

  std::size_t end_early(std::string problem) {
    if (problem_.empty()) gaps_.push_back(taken_);
    problem_ = std::move(problem);
    return 0;
  }

  void close() const {
    if (!is_standard_input_) ::close(descriptor_);
  }

  /// Standard input may be shared with a program that made it non-blocking.
  void wait_for_bytes() const {
    pollfd waited{descriptor_, POLLIN, 0};
    ::poll(&waited, 1, -1);
    errno = EAGAIN;
  }

  std::string_view file_;
  std::atomic<std::uint64_t>* bytes_read_;
  bool is_standard_input_;
  int descriptor_ = -1;
  std::uint64_t size_bytes_ = 0;  // at opening; 0 when it has none
  std::uint64_t taken_ = 0;
  std::string problem_;
  std::vector<std::uint64_t> gaps_;
};

std::unique_ptr<Input> decompressed(std::unique_ptr<Input> in, std::uint64_t memory_bytes,
                                    const DamageHandling& handling = {}) {
  Compression outer = Compression::none;
  for (int i = 0; i < kCompressionsMost; ++i) {
    const std::string_view head = in->peek(kMagicBytes);
    const std::string_view file = in->file();
    const std::string path = in->path();
    if (is_gzip(head)) {
      if (i == 0) outer = Compression::gzip;
      in = std::make_unique<Input>(file, path, gzip_source(std::move(in), handling), outer);
    } else if (is_zstd(head)) {
      if (i == 0) outer = Compression::zstd;
      in = std::make_unique<Input>(file, path, zstd_source(std::move(in), memory_bytes, handling), outer);
    } else {
      break;
    }
  }
  return in;
}

}  // namespace

const std::vector<std::uint64_t>& ByteSource::gaps() const {
  static const std::vector<std::uint64_t> none;
  return none;
}

Input::Input(std::string_view file, std::string path, std::unique_ptr<ByteSource> source, Compression compression)
    : file_(file), path_(std::move(path)), source_(std::move(source)), compression_(compression) {}

std::string_view Input::peek(std::size_t wanted) {
  if (end_ - begin_ < wanted && !source_ended_) fill(wanted);
  return {window_.data() + begin_, end_ - begin_};
}

std::string_view Input::peek_lines(std::size_t most) {
  std::string_view window = peek(1);
  std::size_t searched = 0;
  while (window.find('\n', searched) == std::string_view::npos && window.size() < most) {
    searched = window.size();
    window = peek(searched + 1);
    if (window.size() == searched) break;
  }
  return window;
}

void Input::consume(std::size_t size) {
  begin_ += size;
  offset_ += size;
}

std::size_t Input::take_some(char* out, std::size_t size) {
  std::size_t taken = std::min(size, end_ - begin_);
  if (taken > 0) {
    std::memcpy(out, window_.data() + begin_, taken);
    begin_ += taken;
  } else if (!source_ended_ && size > 0) {
    taken = source_->read(out, size);
    source_ended_ = taken == 0;
  }
  offset_ += taken;
  return taken;
}

void Input::give_back(std::string_view bytes) {
  offset_ -= bytes.size();
  if (begin_ < end_) {  // then all the bytes taken came from the window
    begin_ -= bytes.size();
    return;
  }
  window_.grow(bytes.size() + PaddedBytes::kPadding);
  std::copy(bytes.begin(), bytes.end(), window_.data());
  begin_ = 0;
  end_ = bytes.size();
  std::memset(window_.data() + end_, 0, PaddedBytes::kPadding);
}

void Input::fill(std::size_t wanted) {
  const std::size_t unread = end_ - begin_;
  if (unread != 0 && begin_ != 0) std::memmove(window_.data(), window_.data() + begin_, unread);
  begin_ = 0;
  end_ = unread;
  // Never more than this, however large one record made the window: bytes should still be in cache when they are used.
  const std::size_t most = std::max(wanted, kWindowBytes);
  window_.grow(most + PaddedBytes::kPadding);
  while (end_ < wanted) {
    const std::size_t got = source_->read(window_.data() + end_, most - end_);
    if (got == 0) {
      source_ended_ = true;
      break;
    }
    end_ += got;
  }
  std::memset(window_.data() + end_, 0, PaddedBytes::kPadding);
}

std::unique_ptr<Input> open_input(std::string_view file, const std::string& path, std::uint64_t memory_bytes,
                                  std::atomic<std::uint64_t>* raw_bytes_read, const DamageHandling& handling) {
  return decompressed_input(file, path, file_source(file, path, raw_bytes_read), memory_bytes, handling);
}

std::unique_ptr<ByteSource> file_source(std::string_view file, const std::string& path,
                                        std::atomic<std::uint64_t>* raw_bytes_read) {
  return std::make_unique<FileSource>(file, path, raw_bytes_read);
}

std::unique_ptr<Input> decompressed_input(std::string_view file, const std::string& path,
                                          std::unique_ptr<ByteSource> source, std::uint64_t memory_bytes,
                                          const DamageHandling& handling) {
  return decompressed(std::make_unique<Input>(file, path, std::move(source)), memory_bytes, handling);
}

std::unique_ptr<Input> memory_input(std::string_view file, std::string_view bytes) {
  auto source = std::make_unique<MemorySource>(bytes);
  return decompressed(std::make_unique<Input>(file, std::string(), std::move(source)), kMemoryBytes);
}

}  // namespace cento
