#include "output/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace cento::cli {

namespace {

constexpr std::uint32_t kUsualWidth = 80;
constexpr std::uint32_t kWidestMost = 1000;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

/// 0 if it is not a sensible number of columns.
std::uint32_t columns_in(std::string_view text) {
  std::uint32_t columns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && columns <= kWidestMost ? columns : 0;
}

}  // namespace

bool prints_to_terminal() {
  return ::isatty(STDOUT_FILENO) != 0;
}

bool shows_on_terminal(std::string_view output) {
  return output == "-" && prints_to_terminal();
}

std::uint32_t terminal_width() {
  if (const std::uint32_t columns = columns_in(environment("COLUMNS")); columns > 0) return columns;
  winsize size{};
  const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : kUsualWidth;
}

bool wants_color(std::string_view choice, std::string_view output) {
  if (choice != "auto") return choice == "always";
  return shows_on_terminal(output) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

}  // namespace cento::cli
