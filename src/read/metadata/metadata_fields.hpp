#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cento {

/// Finds fields in a document's metadata (document.hpp), in one pass and without listing the others: values[i] becomes
/// the value of names[i] as JSON, a view into `metadata`, or empty if there is none. Of fields with the same name, the
/// first counts. What the object itself lacks is searched for in its members "meta" and "metadata", where collections
/// often keep such fields.
void find_metadata(std::string_view metadata, std::span<const std::string_view> names,
                   std::span<std::string_view> values);

/// The field `name`, as JSON; empty if there is none. If no field has a dotted name, it reaches into objects: "a.b" is
/// the field "b" of the object "a".
[[nodiscard]] std::string_view find_metadata(std::string_view metadata, std::string_view name);

/// A string's text or a number as written; empty for anything else. `unescaped` holds the text if it must be unescaped.
[[nodiscard]] std::string_view plain_text_of_json(std::string_view value, std::string& unescaped);

}  // namespace cento
