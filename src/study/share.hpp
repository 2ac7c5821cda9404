#pragma once

#include <cstdint>
#include <optional>

namespace cento {

/// part / whole; nothing if the whole is 0.
[[nodiscard]] inline std::optional<double> share(double part, double whole) {
  if (whole == 0) return std::nullopt;
  return part / whole;
}

[[nodiscard]] inline std::optional<double> share(std::uint64_t part, std::uint64_t whole) {
  return share(static_cast<double>(part), static_cast<double>(whole));
}

}  // namespace cento
