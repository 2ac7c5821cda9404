#include "core/atomic_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/compressor.hpp"

namespace cento {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;
constexpr mode_t kNewFileMode = 0666;  // less the user's umask

// Names of files not yet published, for the signal handler. Whoever exchanges a name out of its slot owns it, so the
// handler never looks at memory that was freed.
constexpr std::size_t kUnpublishedMost = 64;
std::array<std::atomic<char*>, kUnpublishedMost> unpublished;  // NOLINT: a signal handler has nothing but globals
static_assert(std::atomic<char*>::is_always_lock_free);

void remove_unpublished_and_end(int signal) {
  for (auto& slot : unpublished) {
    const char* name = slot.exchange(nullptr);
    if (name != nullptr) ::unlink(name);
  }
  ::raise(signal);  // SA_RESETHAND brought the default back
}

/// Has a file removed if a signal ends the program while this object lives.
class RemovedOnSignal {
 public:
  explicit RemovedOnSignal(const std::string& path) {
    char* name = ::strdup(path.c_str());
    for (auto& slot : unpublished) {
      char* expected = nullptr;
      if (!slot.compare_exchange_strong(expected, name)) continue;
      slot_ = &slot;
      return;
    }
    std::free(name);  // more files than slots: this one stays behind on a signal
  }

  ~RemovedOnSignal() {
    if (slot_ != nullptr) std::free(slot_->exchange(nullptr));
  }

  RemovedOnSignal(const RemovedOnSignal&) = delete;
  RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

 private:
  std::atomic<char*>* slot_ = nullptr;
};

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
  explicit Sink(std::string name) : name_(std::move(name)), target_(target_of(name_)) {
    open();
    compressor_ = compressor_for(name_);
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
    if (buffer_.size() >= kBufferBytes || is_terminal_) flush(Compressor::Last::no);
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
  void write_out(std::string_view bytes) const;

  std::string name_;
  std::string target_;
  std::string temporary_;  // empty when written in place, or published
  int descriptor_ = -1;
  bool is_terminal_ = false;
  std::unique_ptr<RemovedOnSignal> removed_on_signal_;
  std::unique_ptr<Compressor> compressor_;  // null: as it is
  std::string buffer_;
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
    write_out(compressor_->compress(buffer_, last));
  } else {
    write_out(buffer_);
  }
  buffer_.clear();
}

void AtomicFile::Sink::write_out(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EAGAIN) wait_for_room(descriptor_);
    if (written < 0 && errno != EINTR && errno != EAGAIN) fail(name_, errno);
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

AtomicFile::AtomicFile(std::string name) : sink_(std::make_unique<Sink>(std::move(name))) {}

AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::string_view bytes) {
  sink_->write(bytes);
}

void AtomicFile::publish() {
  sink_->publish();
}

void remove_unpublished_files_on_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;  // as under nohup
    struct sigaction action {};
    action.sa_handler = remove_unpublished_and_end;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace cento
