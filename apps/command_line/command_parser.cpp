#include "command_line/command_parser.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/word_reader.hpp"

namespace cento::cli {

bool OptionRow::has_name(std::string_view name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

CommandParser::CommandParser(std::string name, std::string description)
    : name_(std::move(name)), description_(std::move(description)) {
  add("-h,--help", flag(asks_for_help_), "", "show this help");
}

CommandParser* CommandParser::add_command(std::string name, std::string description, std::string group) {
  CommandParser& command = commands_.emplace_back(std::move(name), std::move(description));
  command.parent_ = this;
  command.group_ = std::move(group);
  return &command;
}

OptionRow& CommandParser::add(std::string_view names, OptionValue value, std::string shown, std::string meaning,
                              std::string group) {
  OptionRow& row = options_.emplace_back();
  const std::size_t comma = names.find(',');
  row.names.emplace_back(names.substr(0, comma));
  if (comma != std::string_view::npos) row.names.emplace_back(names.substr(comma + 1));
  row.value = std::move(value);
  row.shown = std::move(shown);
  row.meaning = std::move(meaning);
  row.group = std::move(group);
  return row;
}

OptionRow& CommandParser::add_positional(std::string_view name, OptionValue value, std::string meaning) {
  const bool takes_many = value.words == OptionValue::Words::many;
  OptionRow& row = add(name, std::move(value), takes_many ? "..." : "", std::move(meaning), "");
  row.is_required = true;
  return row;
}

void CommandParser::parse(std::span<const std::string> words) {
  is_chosen_ = true;
  WordReader(*this, words).read();
}

std::size_t CommandParser::count(std::string_view option) const {
  const auto found =
      std::find_if(options_.begin(), options_.end(), [&](const OptionRow& row) { return row.has_name(option); });
  return found == options_.end() ? 0 : found->count;
}

OptionRow* CommandParser::find(std::string_view option) {
  const auto found =
      std::find_if(options_.begin(), options_.end(), [&](const OptionRow& row) { return row.has_name(option); });
  return found == options_.end() ? nullptr : &*found;
}

const CommandParser& CommandParser::chosen() const {
  for (const CommandParser& command : commands_) {
    if (command.is_chosen_) return command.chosen();
  }
  return *this;
}

const CommandParser& CommandParser::program() const {
  return parent_ == nullptr ? *this : parent_->program();
}

std::vector<std::string> CommandParser::command_names() const {
  std::vector<std::string> names;
  for (const CommandParser& command : commands_) names.push_back(command.name());
  return names;
}

std::string CommandParser::full_name() const {
  return parent_ == nullptr ? name_ : fmt::format("{} {}", parent_->full_name(), name_);
}

}  // namespace cento::cli
