#include "command_line/help_format.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cento::cli {

namespace {

constexpr std::size_t kTerminalColumns = 80;
constexpr std::size_t kNameColumns = 26;
constexpr std::size_t kMeaningColumns = kTerminalColumns - kNameColumns;

/// Wraps at word boundaries, so that no line is longer than `columns` unless a word is.
std::string wrapped(const std::string& text, std::size_t columns) {
  std::string out;
  std::size_t used = 0;  // of the line
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find_first_of(" \n", begin), text.size());
    const std::size_t length = end - begin;
    if (used > 0) {
      const bool breaks = text[begin - 1] == '\n' || used + 1 + length > columns;
      out.push_back(breaks ? '\n' : ' ');
      used = breaks ? 0 : used + 1;
    }
    out.append(text, begin, length);
    used += length;
  }
  return out;
}

/// A name and what it means, in two columns.
void append_row(std::string& out, const std::string& name, const std::string& meaning) {
  out += fmt::format("{:<{}}", "  " + name, kNameColumns);
  if (name.size() + 2 >= kNameColumns) out += "\n" + std::string(kNameColumns, ' ');
  for (const char c : wrapped(meaning, kMeaningColumns)) {
    out.push_back(c);
    if (c == '\n') out.append(kNameColumns, ' ');
  }
  out.push_back('\n');
}

std::string usage_of(const OptionRow& row) {
  const std::string words = row.name() + row.shown;
  return row.is_required ? words : fmt::format("[{}]", words);
}

std::string usage_of(const CommandParser& command) {
  std::string usage = fmt::format("Usage: {} [OPTIONS]", command.full_name());
  for (const OptionRow& row : command.options()) {
    if (row.is_positional()) usage.append(" ").append(usage_of(row));
  }
  return usage + (command.commands().empty() ? "\n" : " COMMAND\n");
}

/// In order of first appearance.
template <typename Rows, typename GroupOf>
std::vector<std::string> groups_of(const Rows& rows, GroupOf group_of) {
  std::vector<std::string> groups;
  for (const auto& row : rows) {
    const std::string& group = group_of(row);
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

void append_options(std::string& out, const CommandParser& command, const std::string& group) {
  for (const OptionRow& row : command.options()) {
    if (row.group != group) continue;
    const std::string name = fmt::format("{}", fmt::join(row.names, ","));
    append_row(out, row.shown.empty() ? name : name + " " + row.shown, row.meaning);
  }
}

void append_commands(std::string& out, const CommandParser& command, const std::string& group) {
  for (const CommandParser& inner : command.commands()) {
    const std::string& description = inner.description();
    if (inner.group() == group) append_row(out, inner.name(), description.substr(0, description.find('\n')));
  }
}

}  // namespace

std::string help_of(const CommandParser& command) {
  std::string out = wrapped(command.description(), kTerminalColumns) + "\n\n" + usage_of(command);
  std::vector<std::string> groups =
      groups_of(command.options(), [](const OptionRow& row) -> const std::string& { return row.group; });
  // Positional arguments have no group and come first.
  std::stable_partition(groups.begin(), groups.end(), [](const std::string& group) { return group.empty(); });
  for (const std::string& group : groups) {
    out += fmt::format("\n{}:\n", group.empty() ? "Arguments" : group);
    append_options(out, command, group);
  }
  for (const std::string& group :
       groups_of(command.commands(), [](const CommandParser& inner) -> const std::string& { return inner.group(); })) {
    out += fmt::format("\n{}:\n", group);
    append_commands(out, command, group);
  }
  if (!command.footer().empty()) out += fmt::format("\n{}\n", command.footer());
  return out;
}

}  // namespace cento::cli
