#include "core/files/leftovers.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace cento {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".tmp-";
constexpr std::size_t kRandomDigits = 8;

/// The process that made a temporary file of this target; 0 if the name is not one of a temporary file.
pid_t maker_of(std::string_view name, std::string_view target) {
  if (!name.starts_with(target)) return 0;
  name.remove_prefix(target.size());
  if (!name.starts_with(kMark)) return 0;
  name.remove_prefix(kMark.size());
  pid_t process = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
  const std::string_view rest = name.substr(static_cast<std::size_t>(end - name.data()));
  const bool has_digits = rest.size() == kRandomDigits + 1 && rest.front() == '-' &&
                          rest.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
  return error == std::errc() && process > 0 && has_digits ? process : 0;
}

/// A killed process stays a zombie until its parent waits for it.
bool is_zombie(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string status{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::size_t name_end = status.rfind(')');
  return name_end != std::string::npos && status.compare(name_end, 3, ") Z") == 0;
}

bool is_running(pid_t process) {
  return (::kill(process, 0) == 0 || errno != ESRCH) && !is_zombie(process);
}

/// Detects locks of processes that we cannot see, such as those in another container.
bool is_unlocked(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_free = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  return is_free;
}

}  // namespace

std::string temporary_name(const std::string& target) {
  static_assert(kRandomDigits == 8);
  return fmt::format("{}{}{}-{:08x}", target, kMark, ::getpid(), std::random_device()());
}

void hold_lock(int descriptor) {
  ::flock(descriptor, LOCK_SH | LOCK_NB);  // without file system locks, only the process number protects it
}

void remove_leftovers(const std::string& target) {
  const fs::path path(target);
  const std::string name = path.filename().string();
  std::vector<fs::path> found;
  std::error_code error;
  fs::directory_iterator entry(path.has_parent_path() ? path.parent_path() : fs::path("."), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const pid_t maker = maker_of(entry->path().filename().native(), name);
    if (maker != 0 && !is_running(maker)) found.push_back(entry->path());
  }
  for (const fs::path& leftover : found) {
    std::error_code ignored;
    if (is_unlocked(leftover)) fs::remove_all(leftover, ignored);
  }
}

}  // namespace cento
