#include "command_line/option_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/byte_size.hpp"
#include "core/closest_name.hpp"

namespace cento::cli {

namespace {

/// Nothing unless the whole text is one number that fits into `Number`.
template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return {};
  return number;
}

/// The first word replaces the default values.
TakeWord adds_to(std::vector<std::string>& values) {
  return [&values, is_first = true](std::string_view word) mutable -> std::string {
    if (word.empty()) return "must not be empty";
    if (std::exchange(is_first, false)) values.clear();
    values.emplace_back(word);
    return {};
  };
}

TakeWord one_of(std::vector<std::string> names, TakeWord take) {
  return [names = std::move(names), take = std::move(take)](std::string_view word) -> std::string {
    if (std::find(names.begin(), names.end(), word) == names.end()) return "must be " + either_of(names);
    return take(word);
  };
}

}  // namespace

OptionValue flag(bool& is_given) {
  return flag([&is_given] { is_given = true; });
}

OptionValue flag(std::function<void()> note) {
  OptionValue value;
  value.words = OptionValue::Words::none;
  value.may_repeat = true;
  value.take = [note = std::move(note)](std::string_view) {
    note();
    return std::string();
  };
  return value;
}

OptionValue text(std::string& value) {
  return text([&value](std::string_view word) {
    value = word;
    return std::string();
  });
}

OptionValue text(TakeWord take) {
  OptionValue value;
  value.take = [take = std::move(take)](std::string_view word) {
    return word.empty() ? std::string("must not be empty") : take(word);
  };
  return value;
}

OptionValue checked(OptionValue value, std::function<void(const std::string&)> check) {
  value.take = [take = std::move(value.take), check = std::move(check)](std::string_view word) {
    if (!word.empty()) check(std::string(word));
    return take(word);
  };
  return value;
}

OptionValue choice(std::string& value, std::vector<std::string> names) {
  return choice(std::move(names), [&value](std::string_view name) { value = name; });
}

OptionValue choice(std::vector<std::string> names, std::function<void(std::string_view)> note) {
  OptionValue value;
  value.choices = names;
  value.take = one_of(std::move(names), [note = std::move(note)](std::string_view name) {
    note(name);
    return std::string();
  });
  return value;
}

OptionValue size(std::uint64_t& bytes, std::uint64_t least_bytes) {
  OptionValue value;
  value.take = [&bytes, least_bytes](std::string_view word) -> std::string {
    const auto given = parse_byte_size(word);
    if (!given) return "must be a size such as 512M or 1.5G";
    if (*given < least_bytes) return fmt::format("must be at least {}", exact_byte_size(least_bytes));
    bytes = *given;
    return {};
  };
  return value;
}

OptionValue words(std::vector<std::string>& values) {
  OptionValue value = repeated(values);
  value.words = OptionValue::Words::many;
  return value;
}

OptionValue list(std::vector<std::string>& values, char separator) {
  OptionValue value = repeated(values);
  value.separator = separator;
  return value;
}

OptionValue list(std::vector<std::string>& values, char separator, std::vector<std::string> names) {
  OptionValue value = list(values, separator);
  value.choices = names;
  value.take = one_of(std::move(names), std::move(value.take));
  return value;
}

OptionValue repeated(std::vector<std::string>& values) {
  OptionValue value;
  value.may_repeat = true;
  value.take = adds_to(values);
  return value;
}

OptionValue whole(const WholeLimits& range, std::function<void(std::uint64_t)> note) {
  OptionValue value;
  value.take = [range, note = std::move(note)](std::string_view word) -> std::string {
    const auto number = number_in<std::uint64_t>(word);
    if (!number || *number < range.least || *number > range.most) return "must be " + describe(range);
    note(*number);
    return {};
  };
  return value;
}

OptionValue real(const RealLimits& range, std::function<void(double)> note) {
  OptionValue value;
  value.take = [range, note = std::move(note)](std::string_view word) -> std::string {
    const auto number = number_in<double>(word);
    if (!number || !contains(range, *number)) return "must be " + describe(range);
    note(*number);
    return {};
  };
  return value;
}

}  // namespace cento::cli
