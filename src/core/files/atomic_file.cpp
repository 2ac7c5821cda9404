#include "core/files/atomic_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/files/file_identity.hpp"
#include "core/files/new_file.hpp"

namespace cento {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;

[[noreturn]] void fail_to_write(const std::string& name, int error) {
  const std::string sentence = fmt::format("cannot write {}: {}", name, std::generic_category().message(error));
  if (error == EPIPE) throw OutputClosed(sentence);
  throw Error(sentence);
}

[[noreturn]] void fail_to_create(const std::string& name, int error) {
  const std::filesystem::path folder = std::filesystem::path(name).parent_path();
  std::error_code ignored;
  if (error == ENOENT && !folder.empty() && !std::filesystem::exists(folder, ignored)) {
    throw Error(fmt::format("cannot write {}: there is no folder {}", name, folder.string()));
  }
  fail_to_write(name, error);
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
  Sink(std::string name, Compression compression) : name_(std::move(name)), compressor_(make_compressor(compression)) {
    open();
    buffer_.reserve(kBufferBytes);
  }

  ~Sink() { close(); }

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

  void publish();

 private:
  void open();
  int close();
  void flush(Compressor::Last last);
  void pack(Compressor::Last last);
  void write_packed();
  void write_out(std::string_view bytes) const;

  std::string name_;
  std::optional<NewFile> file_;  // empty when written in place, or published
  int descriptor_ = -1;
  bool is_terminal_ = false;
  std::unique_ptr<Compressor> compressor_;  // null: not compressed
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
  const FileIdentity there(name_);
  if (there.is_folder()) fail_to_write(name_, EISDIR);
  if (there.is_pipe_or_device()) {
    descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail_to_write(name_, errno);
    return;
  }
  try {
    descriptor_ = file_.emplace(name_).descriptor();
  } catch (const std::system_error& error) {
    fail_to_create(name_, error.code().value());
  }
}

void AtomicFile::Sink::publish() {
  flush(Compressor::Last::yes);
  if (!file_) {
    if (close() != 0) fail_to_write(name_, errno);
    return;
  }
  try {
    file_->publish();
  } catch (const std::system_error& error) {
    fail_to_write(name_, error.code().value());
  }
  descriptor_ = -1;
  file_.reset();
}

/// Closes a file that is written in place.
int AtomicFile::Sink::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor < 0 || descriptor == STDOUT_FILENO || file_ ? 0 : ::close(descriptor);
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
    if (written < 0 && errno != EINTR && errno != EAGAIN) fail_to_write(name_, errno);
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
