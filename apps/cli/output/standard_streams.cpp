#include "output/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include <fmt/format.h>

#include "core/terminal_text.hpp"

namespace cento::cli {

void open_closed_streams() {
  // open() takes the lowest free number. /dev/null is opened the wrong way round, because results that nobody can see
  // and missing input are errors.
  for (const auto& [stream, way] :
       {std::pair(STDIN_FILENO, O_WRONLY), std::pair(STDOUT_FILENO, O_RDONLY), std::pair(STDERR_FILENO, O_WRONLY)}) {
    if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF) ::open("/dev/null", way);
  }
}

void say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void remark(std::string_view sentence) {
  say(fmt::format("{}cento: {}\n", cleared_line_on_standard_error(), shown_on_standard_error(sentence)));
}

}  // namespace cento::cli
