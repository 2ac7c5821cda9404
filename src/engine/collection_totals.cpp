#include "engine/collection_totals.hpp"

namespace cento {

CollectionTotals& CollectionTotals::operator+=(const CollectionTotals& more) {
  documents += more.documents;
  parts += more.parts;
  text_bytes += more.text_bytes;
  return *this;
}

CollectionTotals totals_of(const DocumentBatch& batch) {
  CollectionTotals totals;
  for (const Document& document : batch.documents) {
    for (const Part& part : document.parts) totals.text_bytes += part.text.size();
    totals.parts += document.parts.size();
  }
  totals.documents = batch.documents.size();
  return totals;
}

}  // namespace cento
