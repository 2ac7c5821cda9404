#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cento/option_table.hpp"

namespace cento::cli {

/// Takes a word of the command line and stores its value. Returns "" if it is valid, otherwise what it must be, as the
/// middle of a sentence: "must be a whole number from 0 to 100".
using TakeWord = std::function<std::string(std::string_view)>;

/// What follows the name of an option.
struct OptionValue {
  enum class Words : std::uint8_t { none, one, many };

  TakeWord take;
  Words words = Words::one;
  char separator = '\0';             // a word is a list of values separated by this
  bool may_repeat = false;           // the option may be given again, which adds to it
  std::vector<std::string> choices;  // all valid values; empty: any value
};

/// The kinds of values. The variables they are stored in must outlive the command.
[[nodiscard]] OptionValue flag(bool& is_given);
[[nodiscard]] OptionValue flag(std::function<void()> note);
[[nodiscard]] OptionValue text(std::string& value);
[[nodiscard]] OptionValue text(TakeWord take);
[[nodiscard]] OptionValue choice(std::string& value, std::vector<std::string> names);
[[nodiscard]] OptionValue choice(std::vector<std::string> names, std::function<void(std::string_view)> note);
[[nodiscard]] OptionValue size(std::uint64_t& bytes, std::uint64_t least_bytes = 0);

/// Any number of words, such as inputs.
[[nodiscard]] OptionValue words(std::vector<std::string>& values);
/// One word that is a list.
[[nodiscard]] OptionValue list(std::vector<std::string>& values, char separator);
[[nodiscard]] OptionValue list(std::vector<std::string>& values, char separator, std::vector<std::string> names);
/// One word each time the option is given.
[[nodiscard]] OptionValue repeated(std::vector<std::string>& values);

[[nodiscard]] OptionValue whole(const WholeLimits& range, std::function<void(std::uint64_t)> note);
[[nodiscard]] OptionValue real(const RealLimits& range, std::function<void(double)> note);

/// The same value; `check` throws UsageError if it is wrong.
[[nodiscard]] OptionValue checked(OptionValue value, std::function<void(const std::string&)> check);

/// The type of a number or optional number.
template <typename Target>
struct NumberIn {
  using Type = Target;
};
template <typename Number>
struct NumberIn<std::optional<Number>> {
  using Type = Number;
};

template <typename Target>
[[nodiscard]] OptionValue whole(Target& value, WholeLimits range = {}) {
  using Number = typename NumberIn<Target>::Type;
  static_assert(std::is_integral_v<Number>);
  if (std::cmp_less(std::numeric_limits<Number>::max(), range.most)) {
    range.most = static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
  }
  return whole(range, [&value](std::uint64_t number) { value = static_cast<Number>(number); });
}

template <typename Target>
[[nodiscard]] OptionValue real(Target& value, const RealLimits& range) {
  static_assert(std::is_floating_point_v<typename NumberIn<Target>::Type>);
  return real(range, [&value](double number) { value = number; });
}

}  // namespace cento::cli
