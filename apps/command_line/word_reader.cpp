#include "command_line/word_reader.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cento/error.hpp"
#include "core/closest_name.hpp"

namespace cento::cli {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// "-o", "--output", but neither "-" nor a number below 0.
bool looks_like_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && (word[1] == '-' || is_letter(word[1]));
}

[[noreturn]] void refuse_value(const OptionRow& row, std::string_view must_be, std::string_view given) {
  if (given.empty()) throw UsageError(fmt::format("{} must not be empty", row.name()));
  throw UsageError(
      fmt::format("{} {}, not \"{}\"{}", row.name(), must_be, given, did_you_mean(given, row.value.choices)));
}

/// Other checks may already name the option.
[[noreturn]] void refuse_name(const OptionRow& row, std::string_view sentence) {
  if (sentence.starts_with("--")) throw UsageError(std::string(sentence));
  throw UsageError(fmt::format("{}: {}", row.name(), sentence));
}

void take(OptionRow& row, std::string_view value) {
  std::string must_be;
  try {
    must_be = row.value.take(value);
  } catch (const UsageError& error) {
    refuse_name(row, error.what());
  }
  if (!must_be.empty()) refuse_value(row, must_be, value);
}

void take_word(OptionRow& row, std::string_view word) {
  if (row.count > 0 && !row.value.may_repeat) throw UsageError(fmt::format("{} was given twice", row.name()));
  ++row.count;
  if (row.value.separator == '\0') return take(row, word);
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string_view::npos; begin = end + 1) {
    end = word.find(row.value.separator, begin);
    take(row, word.substr(begin, end - begin));
  }
}

std::vector<std::string> option_names(const CommandParser& command) {
  std::vector<std::string> names;
  for (const OptionRow& row : command.options()) {
    if (!row.is_positional()) names.push_back(row.name());
  }
  return names;
}

bool has_option(const CommandParser& command, std::string_view name) {
  const auto has_name = [&](const OptionRow& row) { return row.has_name(name); };
  return std::any_of(command.options().begin(), command.options().end(), has_name);
}

void collect_owners(const CommandParser& command, std::string_view option, std::vector<std::string>& owners) {
  if (has_option(command, option)) owners.push_back(command.full_name());
  for (const CommandParser& inner : command.commands()) collect_owners(inner, option, owners);
}

/// Which commands have an option that this one lacks: "; cento dedup has it".
std::string where_else(const CommandParser& program, std::string_view option) {
  constexpr std::size_t kNamedMost = 3;
  std::vector<std::string> owners;
  collect_owners(program, option, owners);
  if (owners.empty()) return {};
  if (owners.size() == 1) return fmt::format("; {} has it", owners.front());
  owners.resize(std::min(owners.size(), kNamedMost));
  const std::string last = owners.back();
  owners.pop_back();
  return fmt::format("; {} and {} have it", fmt::join(owners, ", "), last);
}

[[noreturn]] void refuse_option(const CommandParser& command, const CommandParser& program, std::string_view name) {
  std::string hint = did_you_mean(name, option_names(command));
  if (hint.empty()) hint = where_else(program, name);
  throw UsageError(fmt::format("{} has no option \"{}\"{}", command.full_name(), name, hint));
}

}  // namespace

void WordReader::read() {
  if (asks_for_help()) return;
  while (has_word()) read_word();
  check_options();
}

bool WordReader::asks_for_help() const {
  const auto end = std::find(words_.begin(), words_.end(), "--");
  const auto is_help = [](const std::string& word) { return word == "-h" || word == "--help"; };
  const auto help = std::find_if(words_.begin(), end, is_help);
  if (help == end) return false;
  // The first words may name a command.
  CommandParser* command = &command_;
  for (const std::string& word : words_) {
    const auto is_named = [&](const CommandParser& inner) { return inner.name_ == word; };
    const auto inner = std::find_if(command->commands_.begin(), command->commands_.end(), is_named);
    if (inner == command->commands_.end()) break;
    command = &*inner;
    command->is_chosen_ = true;
  }
  command_.asks_for_help_ = true;
  return true;
}

/// Whether the next word is a value and not an option.
bool WordReader::has_value() const {
  return has_word() && (options_ended_ || !looks_like_option(words_[next_]));
}

void WordReader::read_word() {
  const std::string& word = words_[next_++];
  if (!options_ended_ && word == "--") {
    options_ended_ = true;
  } else if (!options_ended_ && looks_like_option(word)) {
    read_option(word);
  } else if (!command_.commands_.empty()) {
    read_command(word);
  } else {
    read_positional(word);
  }
}

void WordReader::read_command(const std::string& name) {
  const auto is_named = [&](const CommandParser& inner) { return inner.name_ == name; };
  const auto inner = std::find_if(command_.commands_.begin(), command_.commands_.end(), is_named);
  if (inner == command_.commands_.end()) {
    throw UsageError(fmt::format("{} has no command \"{}\"{}", command_.full_name(), name,
                                 did_you_mean(name, command_.command_names())));
  }
  inner->parse(words_.subspan(next_));
  next_ = words_.size();
}

void WordReader::read_option(const std::string& word) {
  const bool is_long = word.starts_with("--");
  const std::size_t name_end = is_long ? std::min(word.find('='), word.size()) : 2;
  const std::string name = word.substr(0, name_end);
  OptionRow* row = command_.find(name);
  if (row == nullptr) refuse_option(command_, command_.program(), is_long ? name : word);
  if (name_end == word.size()) return read_values(*row);
  const std::string value = word.substr(is_long ? name_end + 1 : name_end);
  if (row->value.words == OptionValue::Words::none) {
    throw UsageError(fmt::format("{} takes no value, but was given \"{}\"", row->name(), value));
  }
  take_word(*row, value);
}

void WordReader::read_values(OptionRow& row) {
  if (row.value.words == OptionValue::Words::none) return take_word(row, {});
  if (!has_value()) throw UsageError(fmt::format("{0} needs a value: {0} {1}", row.name(), row.shown));
  take_word(row, words_[next_++]);
  if (row.value.words == OptionValue::Words::one) return;
  while (has_value() && words_[next_] != "--" && words_.size() - next_ > positionals_missing()) {
    take_word(row, words_[next_++]);
  }
}

/// Required positional arguments that are still missing.
std::size_t WordReader::positionals_missing() const {
  const auto is_missing = [](const OptionRow& row) { return row.is_positional() && row.is_required && row.count == 0; };
  return static_cast<std::size_t>(std::count_if(command_.options_.begin(), command_.options_.end(), is_missing));
}

void WordReader::read_positional(const std::string& word) {
  for (OptionRow& row : command_.options_) {
    if (!row.is_positional() || (row.count > 0 && row.value.words == OptionValue::Words::one)) continue;
    return take_word(row, word);
  }
  throw UsageError(fmt::format("{} takes no more arguments, but was given \"{}\"", command_.full_name(), word));
}

void WordReader::check_options() {
  for (const OptionRow& row : command_.options_) {
    if (row.is_required && row.count == 0) {
      throw UsageError(fmt::format("{} needs {}{}{}", command_.full_name(), row.name(), row.is_positional() ? "" : " ",
                                   row.is_positional() ? "" : row.shown));
    }
    if (row.count == 0) continue;
    if (!row.needs.empty() && command_.count(row.needs) == 0) {
      throw UsageError(fmt::format("{} needs {}", row.name(), row.needs));
    }
    if (!row.excludes.empty() && command_.count(row.excludes) > 0) {
      throw UsageError(fmt::format("{} and {} cannot be combined", row.name(), row.excludes));
    }
  }
  for (const auto& check : command_.checks_) check();
}

}  // namespace cento::cli
