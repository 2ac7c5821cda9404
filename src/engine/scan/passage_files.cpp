#include "engine/scan/passage_files.hpp"

#include <string>
#include <utility>

#include "write/records/passage_records.hpp"

namespace cento {

namespace {

struct Lines {
  std::string documents;
  std::string passages;
  std::string families;
};

}  // namespace

PassageFiles::PassageFiles(ScanFolder& folder)
    : documents_(folder.add("documents.jsonl")),
      passages_(folder.add("passages.jsonl")),
      families_(folder.add("families.jsonl")) {}

std::unique_ptr<PassedOn> PassageFiles::render(const PassageBatch& batch) {
  Lines lines;
  for (const PassageRecord& passage : batch.passages) append_passage_line(lines.passages, passage);
  for (const PairRecord& pair : batch.documents) append_pair_line(lines.documents, pair);
  for (const FamilyPiece& piece : batch.families) append_family_piece(lines.families, piece);
  return std::make_unique<PassedValue<Lines>>(std::move(lines));
}

void PassageFiles::take(PassedOn& rendered) {
  const Lines& lines = PassedValue<Lines>::in(rendered);
  documents_->write(lines.documents);
  passages_->write(lines.passages);
  families_->write(lines.families);
}

}  // namespace cento
