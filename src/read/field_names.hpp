#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cento {

/// Names under which records (JSON lines, CSV, tables) usually hold their text, the likeliest first. "html" holds a
/// page.
[[nodiscard]] std::span<const std::string_view> usual_text_fields();

/// Names under which records usually hold their id, the likeliest first.
[[nodiscard]] std::span<const std::string_view> usual_id_fields();

/// "id, cluster, label" for messages: a limited number of names, and none too long. Valid UTF-8 if the names are.
[[nodiscard]] std::string list_field_names(std::span<const std::string_view> names);

}  // namespace cento
