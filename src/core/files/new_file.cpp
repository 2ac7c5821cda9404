#include "core/files/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/files/file_identity.hpp"
#include "core/files/leftovers.hpp"

namespace cento {

namespace {

constexpr mode_t kNewFileMode = 0666;  // less the user's umask
constexpr mode_t kPermissions = 07777;

[[noreturn]] void fail() {
  throw std::system_error(errno, std::generic_category());
}

std::string folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// The path in /proc of an open file, by which an unnamed file can be given a name.
std::string path_of(int descriptor) {
  return fmt::format("/proc/self/fd/{}", descriptor);
}

bool is_there(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0;
}

}  // namespace

NewFile::NewFile(const std::string& target, Until until) : target_(resolved_path(target).string()) {
  if (is_there(target_) && ::access(target_.c_str(), W_OK) != 0) fail();
  remove_leftovers(target_);
  if (until == Until::published_with_name || !open_without_name()) open_beside();
  take_over_permissions();
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

/// False if the file system cannot do this, or if there is no /proc to name the file by later.
bool NewFile::open_without_name() {
  descriptor_ = ::open(folder_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kNewFileMode);
  if (descriptor_ < 0) return false;
  if (is_there(path_of(descriptor_))) return true;
  ::close(std::exchange(descriptor_, -1));
  return false;
}

void NewFile::open_beside() {
  do {
    temporary_ = temporary_name(target_);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) {
    temporary_.clear();
    fail();
  }
  hold_lock(descriptor_);
  removed_on_signal_ = std::make_unique<RemovedOnSignal>(temporary_);
}

void NewFile::take_over_permissions() const {
  struct stat replaced {};
  if (::stat(target_.c_str(), &replaced) != 0) return;
  // Only root may change the owner, and the group must be one of ours; if refused, the file stays ours.
  if (::fchown(descriptor_, replaced.st_uid, replaced.st_gid) != 0) {
    [[maybe_unused]] const int refused = ::fchown(descriptor_, static_cast<uid_t>(-1), replaced.st_gid);
  }
  if (::fchmod(descriptor_, replaced.st_mode & kPermissions) != 0) fail();
}

void NewFile::publish() {
  if (temporary_.empty()) give_name();
  if (::close(std::exchange(descriptor_, -1)) != 0) fail();
  if (!temporary_.empty() && ::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  temporary_.clear();
  removed_on_signal_.reset();
}

/// The target's name if it is free, otherwise a temporary one, since linkat() replaces nothing.
void NewFile::give_name() {
  const std::string open_file = path_of(descriptor_);
  const auto link_to = [&](const std::string& name) {
    return ::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (link_to(target_)) return;
  while (errno == EEXIST) {
    const std::string beside = temporary_name(target_);
    if (!link_to(beside)) continue;
    temporary_ = beside;
    removed_on_signal_ = std::make_unique<RemovedOnSignal>(temporary_);
    return;
  }
  fail();
}

}  // namespace cento
