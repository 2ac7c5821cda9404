#include "engine/scan/passage_files.hpp"

#include <utility>

namespace cento {

namespace {

struct RenderedFindings {
  RenderedRecords documents;
  RenderedRecords passages;
  RenderedRecords families;
};

}  // namespace

PassageFiles::PassageFiles(ScanFolder& folder)
    : documents_(folder.add("documents", pair_fields())),
      passages_(folder.add("passages", passage_fields())),
      families_(folder.add("families", family_fields())) {}

std::unique_ptr<PassedOn> PassageFiles::render(const PassageBatch& batch) {
  RenderedFindings made{documents_->rendered(), passages_->rendered(), families_->rendered()};
  for (const PassageRecord& passage : batch.passages) made.passages.add(passage);
  for (const PairRecord& pair : batch.documents) made.documents.add(pair);
  for (const FamilyPiece& piece : batch.families) made.families.add(piece);
  if (!batch.families.empty()) {
    made.families.extends_last = !batch.families.front().is_first;
    made.families.ends_last = batch.families.back().is_last;
  }
  return std::make_unique<PassedValue<RenderedFindings>>(std::move(made));
}

void PassageFiles::take(PassedOn& rendered) {
  RenderedFindings& made = PassedValue<RenderedFindings>::in(rendered);
  documents_->write(made.documents);
  passages_->write(made.passages);
  families_->write(made.families);
}

}  // namespace cento
