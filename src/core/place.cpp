#include "core/place.hpp"

#include <fmt/format.h>

namespace cento {

std::string Place::to_string() const {
  if (line != kUnknown) return fmt::format("{}, line {}", file, line);
  if (row != kUnknown) return fmt::format("{}, row {}", file, row);
  if (byte != kUnknown) return fmt::format("{}, byte {}", file, byte);
  return std::string(file);
}

}  // namespace cento
