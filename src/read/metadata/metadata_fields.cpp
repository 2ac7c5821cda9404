#include "read/metadata/metadata_fields.hpp"

#include <array>
#include <cstddef>

#include "core/json/json_scanner.hpp"
#include "core/json/json_value.hpp"

namespace cento {

namespace {

constexpr std::array<std::string_view, 2> kInnerObjects{"meta", "metadata"};

std::string_view unescaped_key(std::string_view quoted, std::string& unescaped) {
  if (quoted.find('\\') == std::string_view::npos) return quoted.substr(1, quoted.size() - 2);
  unescaped = unescape_json_string(quoted);
  return unescaped;
}

/// Calls `visit(key, value)` for each field of an object, the value as JSON, until it returns false.
template <typename Visit>
void for_each_field(std::string_view object, const Visit& visit) {
  std::string unescaped;
  JsonScanner scanner(object);
  if (!scanner.take('{')) return;
  do {
    scanner.skip_space();
    const std::size_t key_begin = scanner.at();
    if (!scanner.skip_string()) return;
    const std::string_view key = unescaped_key(object.substr(key_begin, scanner.at() - key_begin), unescaped);
    if (!scanner.expect(':')) return;
    scanner.skip_space();
    const std::size_t value_begin = scanner.at();
    if (!scanner.skip_value()) return;
    if (!visit(key, object.substr(value_begin, scanner.at() - value_begin))) return;
  } while (scanner.take(','));
}

bool is_object(std::string_view value) {
  return kind_of_json(value) == JsonKind::object;
}

/// Sets the values that are still empty; `inner` collects the objects to search next.
void find_in_object(std::string_view object, std::span<const std::string_view> names,
                    std::span<std::string_view> values, std::span<std::string_view> inner) {
  for_each_field(object, [&](std::string_view key, std::string_view value) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (values[i].empty() && key == names[i]) values[i] = value;
    }
    for (std::size_t i = 0; i < inner.size(); ++i) {
      if (inner[i].empty() && key == kInnerObjects.at(i) && is_object(value)) inner[i] = value;
    }
    return true;
  });
}

std::string_view find_exactly(std::string_view object, std::string_view name) {
  std::string_view found;
  for_each_field(object, [&](std::string_view key, std::string_view value) {
    if (key == name) found = value;
    return found.empty();
  });
  return found;
}

/// `name` exactly, or as a path into objects.
std::string_view find_by_path(std::string_view object, std::string_view name) {
  if (const std::string_view found = find_exactly(object, name); !found.empty()) return found;
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
    const std::string_view outer = find_exactly(object, name.substr(0, dot));
    if (outer.empty() || !is_object(outer)) continue;
    if (const std::string_view found = find_by_path(outer, name.substr(dot + 1)); !found.empty()) return found;
  }
  return {};
}

}  // namespace

void find_metadata(std::string_view metadata, std::span<const std::string_view> names,
                   std::span<std::string_view> values) {
  for (std::string_view& value : values) value = {};
  std::array<std::string_view, kInnerObjects.size()> inner;
  find_in_object(metadata, names, values, inner);
  for (const std::string_view object : inner) {
    if (!object.empty()) find_in_object(object, names, values, {});
  }
}

std::string_view find_metadata(std::string_view metadata, std::string_view name) {
  if (const std::string_view found = find_by_path(metadata, name); !found.empty()) return found;
  for (const std::string_view outer : kInnerObjects) {
    const std::string_view object = find_exactly(metadata, outer);
    if (object.empty() || !is_object(object)) continue;
    if (const std::string_view found = find_by_path(object, name); !found.empty()) return found;
  }
  return {};
}

std::string_view plain_text_of_json(std::string_view value, std::string& unescaped) {
  if (value.empty()) return {};
  const JsonKind kind = kind_of_json(value);
  if (kind == JsonKind::number) return value;
  if (kind != JsonKind::string) return {};
  if (value.find('\\') == std::string_view::npos) return value.substr(1, value.size() - 2);
  unescaped = unescape_json_string(value);
  return unescaped;
}

}  // namespace cento
