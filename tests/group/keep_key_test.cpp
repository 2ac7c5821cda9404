#include "group/keep_key.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace cento {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();

/// The documents in the order of their keys, ties by document.
std::vector<std::uint32_t> ordered_by_key(const std::vector<KeepValue>& values, bool largest_first) {
  std::vector<std::string> keys;
  for (const KeepValue& value : values) keys.push_back(keep_key(value, largest_first));
  std::vector<std::uint32_t> documents(values.size());
  std::iota(documents.begin(), documents.end(), 0U);
  std::stable_sort(documents.begin(), documents.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  return documents;
}

void expect_the_order_of_values(const std::vector<KeepValue>& values) {
  KeepValues reference;
  for (const KeepValue& value : values) reference.add(value);
  for (const bool largest_first : {false, true}) {
    RC_ASSERT(ordered_by_key(values, largest_first) == reference.ordered(largest_first));
  }
}

/// Values that are close to each other, where rounding matters, and others.
KeepValue some_value() {
  const auto near = *rc::gen::element<std::int64_t>(0, 1, -1, std::int64_t{1} << 53U, -(std::int64_t{1} << 53U),
                                                    kLargest - 3, kSmallest + 3, (std::int64_t{1} << 62U) + 512);
  const auto number = near + *rc::gen::inRange<std::int64_t>(-3, 4);
  switch (*rc::gen::inRange(0, 6)) {
    case 0: return std::monostate();
    case 1: return number;
    case 2: return static_cast<double>(number);
    case 3: return *rc::gen::element(0.0, -0.0, 0.5, -0.5, 1e300, -1e300, std::nan(""), 9223372036854775808.0);
    case 4: return *rc::gen::container<std::string>(rc::gen::element('\0', '\1', 'a', '\xff'));
    default: return std::string(255 + *rc::gen::inRange<std::size_t>(0, 3), 'a');
  }
}

RC_GTEST_PROP(KeepKey, SortsLikeTheValues, ()) {
  std::vector<KeepValue> values;
  for (int count = *rc::gen::inRange(0, 30); count > 0; --count) values.push_back(some_value());
  expect_the_order_of_values(values);
}

TEST(KeepKey, ANumberThatIsNotFiniteIsMissing) {
  EXPECT_EQ(keep_key(std::nan(""), true), keep_key(std::monostate(), false));
  EXPECT_EQ(keep_key(0.0, true), keep_key(std::int64_t{0}, true));
}

}  // namespace
}  // namespace cento
