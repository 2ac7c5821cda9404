#include "read/document.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/utf8.hpp"

namespace cento {

Document& DocumentBatch::add(std::string_view id, std::string_view text) {
  const Part part{"text", text};
  return add(id, std::span<const Part>(&part, 1));
}

Document& DocumentBatch::add(std::string_view id, std::span<const Part> parts) {
  const std::span<Part> stored = arena.array<Part>(parts.size());
  std::copy(parts.begin(), parts.end(), stored.begin());
  Document& document = documents.emplace_back();
  document.id = id;
  document.parts = stored;
  document.place.file = block.place.file;
  document.record = record;
  return document;
}

void DocumentBatch::reject(const Place& place, std::string reason, std::string_view bytes) {
  rejected.push_back({place, std::move(reason), bytes, bytes.size(), record});
}

void DocumentBatch::reject_file(const Place& place, std::string reason) {
  rejected.push_back({place, std::move(reason), {}, 0, {}, BadKind::file});
}

void DocumentBatch::sort_rejected() {
  const auto order = [&](const BadRecord& bad) {
    return std::pair(bad.place.file == block.place.file, bad.place.byte);
  };
  std::stable_sort(rejected.begin(), rejected.end(),
                   [&](const BadRecord& a, const BadRecord& b) { return order(a) < order(b); });
}

void DocumentBatch::clear() {
  block.clear();
  arena.clear();
  documents.clear();
  rejected.clear();
  counts.clear();
  others.clear();
  tables.clear();
  format = nullptr;
  record = {};
}

std::string problem_of_text(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) return "the text has 4 GiB or more";
  if (!is_valid_utf8(text)) return "the text is not valid UTF-8";
  return {};
}

}  // namespace cento
