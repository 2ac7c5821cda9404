#include "flags/option_flags.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "core/json/json_text.hpp"
#include "output/collection_run.hpp"

namespace cento::cli {

namespace {

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

OptionValue unless_empty(OptionValue value, const TextCheck& check) {
  return check ? checked(std::move(value), check) : value;
}

OptionValue value_of(const FlagSlot& slot) {
  return flag([value = slot.value, given = !*slot.value] { *value = given; });
}
OptionValue value_of(const WholeSlot& slot) {
  return std::visit([&slot](auto* value) { return whole(*value, slot.limits); }, slot.value);
}
OptionValue value_of(const RealSlot& slot) {
  return std::visit([&slot](auto* value) { return real(*value, slot.limits); }, slot.value);
}
OptionValue value_of(const SizeSlot& slot) {
  return size(*slot.bytes, slot.least);
}

OptionValue value_of(const CountOrAllSlot& slot) {
  return text([value = slot.value](std::string_view word) -> std::string {
    constexpr WholeLimits kDocuments{0, CountOrAllSlot::kAll - 1};
    if (word == "all") *value = CountOrAllSlot::kAll;
    if (word == "all" || whole(*value, kDocuments).take(word).empty()) return {};
    return "must be a whole number of documents, or all";
  });
}

OptionValue value_of(const TextSlot& slot) {
  return unless_empty(slot.names.empty() ? text(*slot.value) : choice(*slot.value, slot.names), slot.check);
}

OptionValue value_of(const ListSlot& slot) {
  return unless_empty(slot.separator == 0 ? repeated(*slot.values) : list(*slot.values, slot.separator), slot.check);
}

OptionValue value_of(const ChoiceSlot& slot) {
  return choice(slot.names, [names = slot.names, choose = slot.choose](std::string_view name) {
    choose(static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
  });
}

std::string opposite_name(std::string_view option) {
  return "--no-" + flag_name(option).substr(2);
}

}  // namespace

std::string flag_name(std::string_view option) {
  std::string name = fmt::format("--{}", option);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

void add_options(CommandParser& command, const std::string& heading, const OptionTable& table,
                 std::initializer_list<std::string_view> except) {
  for (const Option& option : table) {
    if (contains(except, option.name)) continue;
    const auto* slot = std::get_if<FlagSlot>(&option.slot);
    const bool is_on = slot != nullptr && *slot->value;
    const std::string usual = default_of(option);
    const std::string meaning = usual.empty() ? option.meaning : fmt::format("{} (default: {})", option.meaning, usual);
    command.add(is_on ? opposite_name(option.name) : flag_name(option.name),
                std::visit([](const auto& kind) { return value_of(kind); }, option.slot), std::string(option.shown),
                is_on ? "do not " + meaning : meaning, heading);
  }
}

void add_opposite_flags(CommandParser& command, const std::string& heading, const OptionTable& table) {
  for (const Option& option : table) {
    const auto* slot = std::get_if<FlagSlot>(&option.slot);
    if (slot == nullptr) continue;
    const bool is_on = *slot->value;
    command.add(is_on ? flag_name(option.name) : opposite_name(option.name),
                flag([value = slot->value, is_on] { *value = is_on; }), "",
                is_on ? option.meaning : "do not " + option.meaning, heading);
  }
}

bool is_given(const CommandParser& command, const Option& option) {
  return command.count(flag_name(option.name)) + command.count(opposite_name(option.name)) > 0;
}

void report_options(const OptionTable& table, CollectionRun& run, std::initializer_list<std::string_view> except) {
  for (const Option& option : table) {
    if (!contains(except, option.name)) run.report_option(option.name, json_of(option));
  }
}

std::string to_json(const OptionTable& table, std::initializer_list<std::string_view> except) {
  std::string json = "{";
  for (const Option& option : table) {
    if (contains(except, option.name)) continue;
    append_json_key(json, option.name);
    json += json_of(option);
  }
  return json + "}";
}

}  // namespace cento::cli
