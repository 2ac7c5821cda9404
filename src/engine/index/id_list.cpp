#include "engine/index/id_list.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "read/input/input.hpp"

namespace cento {

namespace {

constexpr std::size_t kIdBlockBytes = std::size_t{1} << 16;
constexpr std::uint64_t kMemoryBytes = std::uint64_t{64} << 20;  // for the decompressor

void append_line(std::string& line, std::vector<std::string>& ids) {
  if (line.ends_with('\r')) line.pop_back();
  if (!line.empty()) ids.push_back(line);
  line.clear();
}

}  // namespace

std::vector<std::string> read_id_list(const std::string& file) {
  const auto in = open_input(file, file, kMemoryBytes);
  std::vector<std::string> ids;
  std::string line;
  for (std::string_view window = in->peek(1); !window.empty(); window = in->peek(1)) {
    window = window.substr(0, kIdBlockBytes);
    const std::size_t end = window.find('\n');
    line += window.substr(0, end);
    in->consume(end == std::string_view::npos ? window.size() : end + 1);
    if (end != std::string_view::npos) append_line(line, ids);
  }
  append_line(line, ids);
  if (!in->problem().empty()) throw Error(fmt::format("{}: {}", file, in->problem()));
  return ids;
}

}  // namespace cento
