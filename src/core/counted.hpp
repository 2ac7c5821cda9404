#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cento {

/// "1 document", "1,234 documents".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string with_thousands(std::uint64_t number);

}  // namespace cento
