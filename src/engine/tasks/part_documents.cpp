#include "engine/tasks/part_documents.hpp"

namespace cento {

void PartDocuments::add(const Document& document, const KeepPolicy& keep) {
  ids.emplace_back(document.id);
  places.push_back(document.place.to_string());
  const Place& place = document.place;
  rows.push_back(place.line != Place::kUnknown ? place.line : place.row != Place::kUnknown ? place.row : 0);
  if (keep.needs_values()) keep_keys.push_back(keep.key_of(document));
  std::uint64_t bytes = 0;
  for (const Part& part : document.parts) bytes += part.text.size();
  text_bytes.push_back(bytes);
  std::vector<std::string>& names = part_names.emplace_back();
  if (document.parts.size() > 1) {
    for (const Part& part : document.parts) names.emplace_back(part.name);
  }
  ++totals.documents;
  totals.parts += document.parts.size();
  totals.text_bytes += bytes;
}

}  // namespace cento
