#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cento/method_options.hpp"

namespace cento {

/// As the text of a JSON object, one member per option (none for threads that are not kept); equal options give equal
/// bytes.
[[nodiscard]] std::string to_json(const IndexOptions& options);

/// Throws Error, naming `place`, if it is not such an object or has unknown members.
[[nodiscard]] IndexOptions index_options_of(std::string_view json, std::string_view place);

}  // namespace cento
