#include "core/files/removed_on_signal.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace cento {

namespace {

// Names of what is to be removed, for the signal handler. Whichever thread exchanges a name out of its slot owns it, so
// the handler never reads freed memory.
constexpr std::size_t kSlots = 64;
std::array<std::atomic<char*>, kSlots> slots;  // NOLINT: a signal handler can only use globals
static_assert(std::atomic<char*>::is_always_lock_free);

constexpr int kDeepestFolder = 64;
constexpr int kTries = 3;  // another thread may be making files at this moment

void remove_at(int folder, const char* name, int depth);

/// A signal handler must not allocate, so the usual ways to list a folder cannot be used.
void remove_entries(int folder, int depth) {
  constexpr std::size_t kEntriesBytes = 4096;
  alignas(dirent64) std::array<char, kEntriesBytes> entries;
  for (;;) {
    const ssize_t size = ::getdents64(folder, entries.data(), entries.size());
    if (size <= 0) return;
    for (ssize_t at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries.data() + at);
      const std::string_view name = static_cast<const char*>(entry->d_name);
      if (name != "." && name != "..") remove_at(folder, static_cast<const char*>(entry->d_name), depth);
      at += entry->d_reclen;
    }
  }
}

void remove_at(int folder, const char* name, int depth) {
  if (::unlinkat(folder, name, 0) == 0 || errno != EISDIR || depth == kDeepestFolder) return;
  for (int i = 0; i < kTries; ++i) {
    const int inner = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0) return;
    remove_entries(inner, depth + 1);
    ::close(inner);
    if (::unlinkat(folder, name, AT_REMOVEDIR) == 0) return;
  }
}

/// A page of a mapped file vanished while in use: the run cannot go on.
void remove_and_fail(int /*signal*/) {
  constexpr std::string_view kSentence =
      "cento: a file that was in use (of an index or in --temp-dir) was truncated, or its disk failed\n";
  remove_unpublished_files();
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kSentence.data(), kSentence.size());
  ::_exit(EXIT_FAILURE);
}

}  // namespace

RemovedOnSignal::RemovedOnSignal(const std::string& path) {
  char* name = ::strdup(path.c_str());
  for (auto& slot : slots) {
    char* expected = nullptr;
    if (!slot.compare_exchange_strong(expected, name)) continue;
    slot_ = &slot;
    return;
  }
  std::free(name);
}

RemovedOnSignal::~RemovedOnSignal() {
  if (slot_ != nullptr) std::free(slot_->exchange(nullptr));
}

void remove_unpublished_files() {
  for (auto& slot : slots) {
    const char* name = slot.exchange(nullptr);
    if (name != nullptr) remove_at(AT_FDCWD, name, 0);
  }
}

void fail_on_lost_pages() {
  struct sigaction action {};
  action.sa_handler = remove_and_fail;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace cento
