#include "engine/ask/answer_documents.hpp"

#include <utility>

namespace cento {

void AnswerDocuments::start(const IndexView& view, std::string_view asked_id) {
  view_ = &view;
  asked_id_ = asked_id;
  read_.clear();
}

const StoredDocument* AnswerDocuments::find(std::uint32_t number) {
  const auto [place, is_new] = read_.try_emplace(number);
  if (!is_new) return place->second.get();
  try {
    auto document = view_->readable_document(number, IndexView::Texts::no);
    // The askers already leave out the asked document itself, unless its number could not be read.
    if (!document || document->id == asked_id_) return nullptr;
    place->second = std::make_unique<const StoredDocument>(std::move(*document));
  } catch (const DocumentRemoved&) {
    return nullptr;
  }
  return place->second.get();
}

}  // namespace cento
