#include "study/study_output.hpp"

#include "core/files/atomic_file.hpp"

namespace cento {

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

}  // namespace cento
