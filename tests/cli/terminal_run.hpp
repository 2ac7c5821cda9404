#pragma once

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>

namespace cento::testing {

/// Runs `work` in another process whose standard streams are a terminal; returns what it showed.
inline std::string shown_by(const std::function<void()>& work) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    work();
    ::_exit(0);
  }
  std::string shown;
  std::array<char, 4096> bytes{};
  for (ssize_t size = 0; (size = ::read(terminal, bytes.data(), bytes.size())) > 0;) {
    shown.append(bytes.data(), static_cast<std::size_t>(size));
  }
  ::close(terminal);
  ::waitpid(child, nullptr, 0);
  return shown;
}

/// The same for a shell command.
inline std::string shown_by_shell(const std::string& line) {
  return shown_by([&] { ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr); });
}

inline std::size_t count_of(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace cento::testing
