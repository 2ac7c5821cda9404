#include "cento/option_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/byte_size.hpp"
#include "core/closest_name.hpp"
#include "core/json/json_text.hpp"
#include "core/json/json_value.hpp"

namespace cento {

namespace {

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

std::optional<std::uint64_t> number_in(const WholeSlot& slot) {
  return std::visit(Overloaded{[](const std::optional<std::uint32_t>* value) -> std::optional<std::uint64_t> {
                                 return *value ? std::optional<std::uint64_t>(**value) : std::nullopt;
                               },
                               [](const auto* value) -> std::optional<std::uint64_t> { return *value; }},
                    slot.value);
}

std::optional<double> number_in(const RealSlot& slot) {
  return std::visit(Overloaded{[](const double* value) { return std::optional<double>(*value); },
                               [](const std::optional<double>* value) { return *value; }},
                    slot.value);
}

std::string count_text(const CountOrAllSlot& slot) {
  return *slot.value == CountOrAllSlot::kAll ? "all" : fmt::format("{}", *slot.value);
}

/// The number of a value that has no name.
std::string name_of(const ChoiceSlot& slot) {
  const std::size_t chosen = slot.chosen();
  return chosen < slot.names.size() ? slot.names[chosen] : fmt::format("{}", chosen);
}

std::string json_list(const std::vector<std::string>& values) {
  std::string json = "[";
  for (const std::string& value : values) {
    if (json.size() > 1) json.push_back(',');
    append_json_string(json, value);
  }
  return json + "]";
}

template <typename Number>
std::string number_json(const std::optional<Number>& number) {
  return number ? fmt::format("{}", *number) : "null";
}

bool set_list(std::vector<std::string>& values, std::string_view json) {
  if (kind_of_json(json) != JsonKind::array) return false;
  values.clear();
  for (const std::string_view element : json_elements(json)) {
    if (kind_of_json(element) != JsonKind::string) return false;
    values.push_back(unescape_json_string(element));
  }
  return true;
}

void check_value(const Option& option) {
  const auto refuse = [&option](const auto& value) {
    throw UsageError(fmt::format("{} must be {}, not {}", option.name, limits_of(option), value));
  };
  std::visit(Overloaded{[&](const WholeSlot& slot) {
                          const auto number = number_in(slot);
                          if (number && (*number < slot.limits.least || *number > slot.limits.most)) refuse(*number);
                        },
                        [&](const RealSlot& slot) {
                          const auto number = number_in(slot);
                          if (number && !contains(slot.limits, *number)) refuse(*number);
                        },
                        [&](const SizeSlot& slot) {
                          if (*slot.bytes < slot.least) refuse(exact_byte_size(*slot.bytes));
                        },
                        [&](const TextSlot& slot) {
                          const std::string& text = *slot.value;
                          if (text.empty()) return;
                          if (slot.check) slot.check(text);
                          const bool is_name =
                              std::find(slot.names.begin(), slot.names.end(), text) != slot.names.end();
                          if (!slot.names.empty() && !is_name) refuse(text);
                        },
                        [](const ListSlot& slot) {
                          if (slot.check) std::for_each(slot.values->begin(), slot.values->end(), slot.check);
                        },
                        [&](const ChoiceSlot& slot) {
                          if (slot.chosen() >= slot.names.size()) refuse(slot.chosen());
                        },
                        [](const auto& /*any value is valid*/) {}},
             option.slot);
}

}  // namespace

std::string describe(const WholeLimits& range) {
  if (range.most == WholeLimits{}.most) return fmt::format("a whole number of at least {}", range.least);
  return fmt::format("a whole number from {} to {}", range.least, range.most);
}

std::string describe(const RealLimits& range) {
  const bool has_least = std::isfinite(range.least);
  const bool has_most = std::isfinite(range.most);
  if (!has_least && !has_most) return "a number";
  if (has_least && has_most && !range.is_above_least && !range.is_below_most) {
    return fmt::format("a number from {} to {}", range.least, range.most);
  }
  std::string text;
  if (has_least) text = fmt::format("{} {}", range.is_above_least ? "greater than" : "at least", range.least);
  if (has_least && has_most) text += " and ";
  if (has_most) text += fmt::format("{} {}", range.is_below_most ? "less than" : "at most", range.most);
  return text;
}

bool contains(const RealLimits& range, double number) {
  if (!std::isfinite(number)) return false;
  const bool is_low = range.is_above_least ? number <= range.least : number < range.least;
  const bool is_high = range.is_below_most ? number >= range.most : number > range.most;
  return !is_low && !is_high;
}

void append(OptionTable& table, OptionTable rows) {
  std::move(rows.begin(), rows.end(), std::back_inserter(table));
}

const Option& option_named(const OptionTable& table, std::string_view name) {
  std::vector<std::string> names;
  for (const Option& option : table) {
    if (option.name == name) return option;
    names.emplace_back(option.name);
  }
  throw UsageError(fmt::format("there is no option \"{}\"{}", name, did_you_mean(std::string(name), names)),
                   std::string(name));
}

void check_values(const OptionTable& table) {
  for (const Option& option : table) {
    try {
      check_value(option);
    } catch (const UsageError& error) {
      throw UsageError(error.what(), std::string(option.name));
    }
  }
}

std::string limits_of(const Option& option) {
  return std::visit(Overloaded{[](const WholeSlot& slot) { return describe(slot.limits); },
                               [](const RealSlot& slot) { return describe(slot.limits); },
                               [](const CountOrAllSlot&) { return std::string("a whole number of documents, or all"); },
                               [](const SizeSlot& slot) { return "at least " + exact_byte_size(slot.least); },
                               [](const ChoiceSlot& slot) { return either_of(slot.names); },
                               [](const TextSlot& slot) { return slot.names.empty() ? "" : either_of(slot.names); },
                               [](const auto& /*anything*/) { return std::string(); }},
                    option.slot);
}

std::string default_of(const Option& option) {
  if (!option.otherwise.empty()) return std::string(option.otherwise);
  return std::visit(
      Overloaded{[](const FlagSlot&) { return std::string(); },
                 [](const WholeSlot& slot) { return number_in(slot) ? number_json(number_in(slot)) : ""; },
                 [](const RealSlot& slot) { return number_in(slot) ? number_json(number_in(slot)) : ""; },
                 [](const CountOrAllSlot& slot) { return count_text(slot); },
                 [](const SizeSlot& slot) { return exact_byte_size(*slot.bytes); },
                 [](const TextSlot& slot) { return *slot.value; }, [](const ListSlot&) { return std::string(); },
                 [](const ChoiceSlot& slot) { return name_of(slot); }},
      option.slot);
}

std::string json_of(const Option& option) {
  return std::visit(Overloaded{[](const FlagSlot& slot) { return std::string(*slot.value ? "true" : "false"); },
                               [](const WholeSlot& slot) { return number_json(number_in(slot)); },
                               [](const RealSlot& slot) { return number_json(number_in(slot)); },
                               [](const CountOrAllSlot& slot) { return json_string(count_text(slot)); },
                               [](const SizeSlot& slot) { return fmt::format("{}", *slot.bytes); },
                               [](const TextSlot& slot) { return json_string(*slot.value); },
                               [](const ListSlot& slot) { return json_list(*slot.values); },
                               [](const ChoiceSlot& slot) { return json_string(name_of(slot)); }},
                    option.slot);
}

bool set_from_json(const Option& option, std::string_view json) {
  const bool is_text = kind_of_json(json) == JsonKind::string;
  const auto number = [&json](auto& out) {
    const auto [end, error] = std::from_chars(json.data(), json.data() + json.size(), out);
    return error == std::errc() && end == json.data() + json.size();
  };
  const auto number_or_none = [&](auto* value) {
    using Value = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_arithmetic_v<Value>) {
      return number(*value);
    } else {
      value->reset();
      return json == "null" || number(value->emplace());
    }
  };
  return std::visit(Overloaded{[&](const FlagSlot& slot) {
                                 *slot.value = json == "true";
                                 return *slot.value || json == "false";
                               },
                               [&](const WholeSlot& slot) { return std::visit(number_or_none, slot.value); },
                               [&](const RealSlot& slot) { return std::visit(number_or_none, slot.value); },
                               [&](const SizeSlot& slot) { return number(*slot.bytes); },
                               [&](const CountOrAllSlot& slot) {
                                 if (is_text) json = json.substr(1, json.size() - 2);
                                 if (json != "all") return number(*slot.value);
                                 *slot.value = CountOrAllSlot::kAll;
                                 return is_text;
                               },
                               [&](const TextSlot& slot) {
                                 if (is_text) *slot.value = unescape_json_string(json);
                                 return is_text;
                               },
                               [&](const ListSlot& slot) { return set_list(*slot.values, json); },
                               [&](const ChoiceSlot& slot) {
                                 if (!is_text) return false;
                                 const std::string name = unescape_json_string(json);
                                 const auto found = std::find(slot.names.begin(), slot.names.end(), name);
                                 if (found == slot.names.end()) return false;
                                 slot.choose(static_cast<std::size_t>(found - slot.names.begin()));
                                 return true;
                               }},
                    option.slot);
}

void copy_value(const Option& from, const Option& to) {
  std::visit(
      Overloaded{
          [&](const FlagSlot& slot) { *slot.value = *std::get<FlagSlot>(from.slot).value; },
          [&](const WholeSlot& slot) {
            std::visit([&](auto* value) { *value = *std::get<decltype(value)>(std::get<WholeSlot>(from.slot).value); },
                       slot.value);
          },
          [&](const RealSlot& slot) {
            std::visit([&](auto* value) { *value = *std::get<decltype(value)>(std::get<RealSlot>(from.slot).value); },
                       slot.value);
          },
          [&](const CountOrAllSlot& slot) { *slot.value = *std::get<CountOrAllSlot>(from.slot).value; },
          [&](const SizeSlot& slot) { *slot.bytes = *std::get<SizeSlot>(from.slot).bytes; },
          [&](const TextSlot& slot) { *slot.value = *std::get<TextSlot>(from.slot).value; },
          [&](const ListSlot& slot) { *slot.values = *std::get<ListSlot>(from.slot).values; },
          [&](const ChoiceSlot& slot) { slot.choose(std::get<ChoiceSlot>(from.slot).chosen()); }},
      to.slot);
}

}  // namespace cento
