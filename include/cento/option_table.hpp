#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cento/visible.hpp"

/// The options of each job as a table, a row for each: what `--help`, messages about wrong values, the options recorded
/// in results and indexes, and other programs that offer them to people have in common. Defaults are those of the
/// structs.
namespace cento {

struct FileOptions;
struct RunOptions;
struct PassageOptions;
struct BlogRule;
struct RunRule;
struct ScanOptions;
struct PairsOptions;
struct DedupOptions;
struct ThreadsOptions;
struct AskOptions;
struct IndexOptions;

/// Whole numbers from `least` to `most`.
struct WholeLimits {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

constexpr WholeLimits at_least(std::uint64_t least) {
  return {least};
}

/// Numbers from `least` to `most`, with or without the limits themselves.
struct RealLimits {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool is_above_least = false;
  bool is_below_most = false;
};

inline constexpr RealLimits kAnyNumber{};
inline constexpr RealLimits kZeroOrMore{0};
inline constexpr RealLimits kAboveZero{0, std::numeric_limits<double>::infinity(), true};
inline constexpr RealLimits kZeroToOne{0, 1};
inline constexpr RealLimits kAboveZeroToOne{0, 1, true};
inline constexpr RealLimits kBetweenZeroAndOne{0, 1, true, true};

/// Throws UsageError when a text is not a valid value.
using TextCheck = std::function<void(const std::string&)>;

/// The kinds of values: where one is kept, and what it may be.
struct FlagSlot {
  bool* value;
};
struct WholeSlot {
  std::variant<std::uint32_t*, std::uint64_t*, std::optional<std::uint32_t>*> value;
  WholeLimits limits;
};
/// A number of documents, or all of them.
struct CountOrAllSlot {
  static constexpr std::uint32_t kAll = ~std::uint32_t{0};
  std::uint32_t* value;
};
struct RealSlot {
  std::variant<double*, std::optional<double>*> value;
  RealLimits limits;
};
struct SizeSlot {
  std::uint64_t* bytes;
  std::uint64_t least = 0;
};
struct TextSlot {
  std::string* value;
  TextCheck check = {};                 // may be empty
  std::vector<std::string> names = {};  // all valid values; empty: any
};
struct ListSlot {
  std::vector<std::string>* values;
  TextCheck check = {};  // of each; may be empty
  char separator = 0;    // between values of one text; 0: a text is one value
};
struct ChoiceSlot {
  std::vector<std::string> names;
  std::function<std::size_t()> chosen;  // its number in names
  std::function<void(std::size_t)> choose;
};
using OptionSlot =
    std::variant<FlagSlot, WholeSlot, CountOrAllSlot, RealSlot, SizeSlot, TextSlot, ListSlot, ChoiceSlot>;

/// One of several names, for an enum whose values are 0, 1, … in the order of the names.
template <typename Enum>
[[nodiscard]] ChoiceSlot choice_slot(Enum& value, std::vector<std::string> names) {
  return {std::move(names), [&value] { return static_cast<std::size_t>(value); },
          [&value](std::size_t number) { value = static_cast<Enum>(number); }};
}

/// An option of a struct, bound to one object.
struct Option {
  std::string_view name;   // "min_sentences"; --min-sentences on the command line
  std::string_view shown;  // stands for the value: "N"
  std::string meaning;     // without the default
  OptionSlot slot;
  std::string_view symbol = {};     // of the paper; may be empty
  std::string_view otherwise = {};  // what applies when it is not given, where the value does not say it
};

using OptionTable = std::vector<Option>;

/// Adds the rows of another table.
CENTO_VISIBLE void append(OptionTable& table, OptionTable rows);

/// The row with this name. Throws UsageError, with the closest name, if there is none.
[[nodiscard]] CENTO_VISIBLE const Option& option_named(const OptionTable& table, std::string_view name);

/// Throws UsageError, naming the option, when a value is out of range.
CENTO_VISIBLE void check_values(const OptionTable& table);

/// What a value must be, as the end of "must be …": "a whole number of at least 1". Empty for flags and texts.
[[nodiscard]] CENTO_VISIBLE std::string limits_of(const Option& option);
[[nodiscard]] CENTO_VISIBLE std::string describe(const WholeLimits& range);
[[nodiscard]] CENTO_VISIBLE std::string describe(const RealLimits& range);
[[nodiscard]] CENTO_VISIBLE bool contains(const RealLimits& range, double number);

/// What applies when the option is not given, for people; empty: nothing to say. Asked of a struct as it is made.
[[nodiscard]] CENTO_VISIBLE std::string default_of(const Option& option);

/// The value as JSON.
[[nodiscard]] CENTO_VISIBLE std::string json_of(const Option& option);

/// Sets the value from JSON. False when that is not of its kind; whether it is in range is not checked.
[[nodiscard]] CENTO_VISIBLE bool set_from_json(const Option& option, std::string_view json);

/// Sets the value of `to`, an option of the same kind, to that of `from`.
CENTO_VISIBLE void copy_value(const Option& from, const Option& to);

/// The tables. The struct must outlive what is returned.
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(FileOptions& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(RunOptions& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(PassageOptions& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(BlogRule& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(RunRule& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(ScanOptions& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(PairsOptions& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(DedupOptions& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(ThreadsOptions& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(AskOptions& options);
[[nodiscard]] CENTO_VISIBLE OptionTable options_of(IndexOptions& options);

/// Throws UsageError when a value is out of range.
template <typename Options>
void check_options(const Options& options) {
  Options bound = options;
  check_values(options_of(bound));
}

}  // namespace cento
