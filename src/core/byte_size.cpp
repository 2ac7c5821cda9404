#include "core/byte_size.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include <fmt/format.h>

namespace cento {

namespace {

/// Whether a list such as "cpu,memory" contains that name.
bool names_controller(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    const std::string_view first = list.substr(0, list.find(','));
    if (first == name) return true;
    list.remove_prefix(std::min(list.size(), first.size() + 1));
  }
  return false;
}

constexpr double kBytesMost = 9.0e18;  // certain to fit into 64 bits

/// 1024 to the power that a unit such as "k", "MB" or "GiB" means; 0 when it is not a unit.
double factor_of(std::string_view unit) {
  constexpr std::string_view kPrefixes = "kmgt";
  const auto lower = [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c); };
  double factor = 1;
  if (!unit.empty() && lower(unit.front()) != 'b') {
    const std::size_t power = kPrefixes.find(lower(unit.front()));
    if (power == std::string_view::npos) return 0;
    factor = std::pow(1024.0, static_cast<double>(power) + 1);
    unit.remove_prefix(1);
    if (!unit.empty() && lower(unit.front()) == 'i') unit.remove_prefix(1);
  }
  const bool is_known = unit.empty() || (unit.size() == 1 && lower(unit.front()) == 'b');
  return is_known ? factor : 0;
}

/// The number in a file that holds nothing else; the largest possible when there is no such file or number ("max").
std::uint64_t number_in(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? number : std::numeric_limits<std::uint64_t>::max();
}

/// The smallest limit of a control group and the groups around it.
std::uint64_t least_limit(const std::filesystem::path& mount, std::string_view group, std::string_view file_name) {
  std::uint64_t least = number_in(mount / file_name);
  std::filesystem::path inner = mount;
  for (const auto& folder : std::filesystem::path(group).relative_path()) {
    inner /= folder;
    least = std::min(least, number_in(inner / file_name));
  }
  return least;
}

}  // namespace

std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const bool begins_well = !text.empty() && ((text.front() >= '0' && text.front() <= '9') || text.front() == '.');
  if (!begins_well) return {};
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc()) return {};
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  if (const std::size_t begin = unit.find_first_not_of(' '); begin != std::string_view::npos) unit.remove_prefix(begin);
  const double bytes = number * factor_of(unit);
  if (factor_of(unit) == 0 || bytes > kBytesMost) return {};
  return static_cast<std::uint64_t>(bytes);
}

std::string exact_byte_size(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"", "K", "M", "G", "T"};
  constexpr std::uint64_t kStep = 1024;
  std::size_t unit = 0;
  while (bytes > 0 && bytes % kStep == 0 && unit + 1 < kUnits.size()) {
    bytes /= kStep;
    ++unit;
  }
  return fmt::format("{}{}", bytes, kUnits[unit]);
}

std::string format_byte_size(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 7> kUnits{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  constexpr double kRoundedUp = 999.95;  // would be shown as 1000.0
  if (bytes < 1000) return fmt::format("{} B", bytes);
  auto shown = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (shown >= kRoundedUp && unit + 1 < kUnits.size()) {
    shown /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", shown, kUnits[unit]);
}

std::uint64_t control_group_limit_bytes(const std::string& root) {
  constexpr std::string_view kMemoryController = "memory";
  const std::filesystem::path mount = std::filesystem::path(root) / "sys/fs/cgroup";
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::ifstream groups(std::filesystem::path(root) / "proc/self/cgroup");
  std::string line;  // "0::/group" of version 2, "7:memory:/group" of version 1
  while (std::getline(groups, line)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) least = std::min(least, least_limit(mount, group, "memory.max"));
    if (!names_controller(controllers, kMemoryController)) continue;
    least = std::min(least, least_limit(mount / kMemoryController, group, "memory.limit_in_bytes"));
  }
  return least;
}

std::uint64_t default_memory_bytes() {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return std::min(pages * page_bytes, control_group_limit_bytes("/")) / 2;
}

}  // namespace cento
