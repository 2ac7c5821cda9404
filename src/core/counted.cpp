#include "core/counted.hpp"

#include <fmt/format.h>

namespace cento {

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_thousands(number), number == 1 ? one : many);
}

std::string with_thousands(std::uint64_t number) {
  constexpr std::size_t kGroup = 3;
  std::string digits = fmt::format("{}", number);
  for (std::size_t end = digits.size(); end > kGroup; end -= kGroup) digits.insert(end - kGroup, 1, ',');
  return digits;
}

}  // namespace cento
