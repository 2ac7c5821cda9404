#pragma once

#include <bit>
#include <cstdint>

namespace cento {

/// A key for records that are to be sorted by a number below `numbers`: in the same order, spread over all values.
class OrderedKey {
 public:
  explicit OrderedKey(std::uint64_t numbers) : shift_(numbers == 0 ? 0 : std::countl_zero(numbers)) {}

  [[nodiscard]] std::uint64_t operator()(std::uint64_t number) const { return number << shift_; }

 private:
  int shift_;
};

}  // namespace cento
