#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cento {

/// A date whose month is an English word, in seconds as date_seconds() gives them; its pieces may come in any usual
/// order. Nothing if `text` is not such a date.
[[nodiscard]] std::optional<std::int64_t> worded_date_seconds(std::string_view text);

}  // namespace cento
