#include "core/atomic_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/removed_on_signal.hpp"

namespace cento {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;
constexpr mode_t kNewFileMode = 0666;  // less the user's umask

[[noreturn]] void fail(const std::string& name, int error) {
  const std::string sentence = fmt::format("cannot write {}: {}", name, std::generic_category().message(error));
  if (error == EPIPE) throw OutputClosed(sentence);
  throw Error(sentence);
}

[[noreturn]] void fail_to_create(const std::string& name, const std::string& path, int error) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code ignored;
  if (error == ENOENT && !folder.empty() && !std::filesystem::exists(folder, ignored)) {
    throw Error(fmt::format("cannot write {}: there is no folder {}", name, folder.string()));
  }
  fail(name, error);
}

/// Where the bytes go in the end: links are followed, so that the file is replaced and not the link.
std::string target_of(const std::string& name) {
  std::error_code error;
  if (!std::filesystem::is_symlink(name, error)) return name;
  const std::filesystem::path target = std::filesystem::weakly_canonical(name, error);
  return error ? name : target.string();
}

bool is_pipe_or_device(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/// Opens a new file beside `target`; puts its path into `path`.
int create_beside(const std::string& name, const std::string& target, std::string& path) {
  std::random_device random;
  for (;;) {
    path = fmt::format("{}.tmp-{}-{:08x}", target, ::getpid(), random());
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (descriptor >= 0) return descriptor;
    if (errno != EEXIST) fail_to_create(name, target, errno);
  }
}

/// Standard output may be shared with a program that made it non-blocking.
void wait_for_room(int descriptor) {
  pollfd waited{descriptor, POLLOUT, 0};
  ::poll(&waited, 1, -1);
  errno = EAGAIN;
}

}  // namespace

class AtomicFile::Sink {
 public:
  Sink(std::string name, Compression compression)
      : name_(std::move(name)), target_(target_of(name_)), compressor_(make_compressor(compression)) {
    open();
    buffer_.reserve(kBufferBytes);
  }

  ~Sink() {
    close();
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }

  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  void write(std::string_view bytes) {
    buffer_.append(bytes);
    member_has_ended_ = member_has_ended_ && bytes.empty();
    if (buffer_.size() >= kBufferBytes || is_terminal_) flush(Compressor::Last::no);
  }

  void flush() { flush(Compressor::Last::no); }

  void end_member() {
    if (compressor_ == nullptr) return;
    pack(Compressor::Last::yes);
    if (packed_.size() >= kBufferBytes) write_packed();
    member_has_ended_ = true;
  }

  void publish() {
    flush(Compressor::Last::yes);
    if (close() != 0) fail(name_, errno);
    if (temporary_.empty()) return;
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(name_, errno);
    temporary_.clear();
    removed_on_signal_.reset();
  }

 private:
  void open();
  int close();
  void flush(Compressor::Last last);
  void pack(Compressor::Last last);
  void write_packed();
  void write_out(std::string_view bytes) const;

  std::string name_;
  std::string target_;
  std::string temporary_;  // empty when written in place, or published
  int descriptor_ = -1;
  bool is_terminal_ = false;
  std::unique_ptr<RemovedOnSignal> removed_on_signal_;
  std::unique_ptr<Compressor> compressor_;  // null: as it is
  std::string buffer_;
  std::string packed_;             // compressed but not yet written
  bool member_has_ended_ = false;  // and nothing was written since
};

void AtomicFile::Sink::open() {
  if (name_ == "-") {
    descriptor_ = STDOUT_FILENO;
    is_terminal_ = ::isatty(STDOUT_FILENO) != 0;
    return;
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(target_, ignored)) fail(name_, EISDIR);
  if (is_pipe_or_device(target_)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(name_, errno);
    return;
  }
  descriptor_ = create_beside(name_, target_, temporary_);
  removed_on_signal_ = std::make_unique<RemovedOnSignal>(temporary_);
}

int AtomicFile::Sink::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor < 0 || descriptor == STDOUT_FILENO ? 0 : ::close(descriptor);
}

void AtomicFile::Sink::flush(Compressor::Last last) {
  if (compressor_ != nullptr) {
    if (!member_has_ended_) pack(last);
    write_packed();
  } else {
    write_out(buffer_);
    buffer_.clear();
  }
}

void AtomicFile::Sink::pack(Compressor::Last last) {
  packed_ += compressor_->compress(buffer_, last);
  buffer_.clear();
}

void AtomicFile::Sink::write_packed() {
  write_out(packed_);
  packed_.clear();
}

void AtomicFile::Sink::write_out(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EAGAIN) wait_for_room(descriptor_);
    if (written < 0 && errno != EINTR && errno != EAGAIN) fail(name_, errno);
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

AtomicFile::AtomicFile(std::string name) {
  const Compression compression = compression_of(name);
  sink_ = std::make_unique<Sink>(std::move(name), compression);
}

AtomicFile::AtomicFile(std::string name, Compression compression)
    : sink_(std::make_unique<Sink>(std::move(name), compression)) {}

AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::string_view bytes) {
  sink_->write(bytes);
}

void AtomicFile::flush() {
  sink_->flush();
}

void AtomicFile::end_member() {
  sink_->end_member();
}

void AtomicFile::publish() {
  sink_->publish();
}

}  // namespace cento
