#include "study_output.hpp"

#include "core/atomic_file.hpp"

namespace cento::cli {

void publish_tables(std::span<const StudyTable> tables, std::optional<AtomicFolder>& folder) {
  AtomicFile shown("-");
  for (const StudyTable& table : tables) {
    shown.write(to_text(table) + "\n");
    if (!folder) continue;
    AtomicFile file(folder->path_of(table.file + ".csv"));
    file.write(to_csv(table));
    file.publish();
  }
  if (folder) folder->publish();
  shown.publish();
}

RunTotals totals_of(const DocumentBatch& batch) {
  RunTotals totals;
  for (const Document& document : batch.documents) {
    for (const Part& part : document.parts) totals.text_bytes += part.text.size();
    totals.parts += document.parts.size();
  }
  totals.documents = batch.documents.size();
  return totals;
}

}  // namespace cento::cli
