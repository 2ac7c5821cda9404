#include "index/store/document_store.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "index/index_folder.hpp"

namespace cento {

DocumentStore::DocumentStore(std::string folder) : folder_(std::move(folder)) {}
DocumentStore::~DocumentStore() = default;

std::unique_ptr<Catalog> DocumentStore::take_connection() {
  return connections_.take([&] { return std::make_unique<Catalog>(catalog_path(folder_), Catalog::Access::read); });
}

StoredDocument DocumentStore::document(std::uint32_t number, IndexView::Texts texts) {
  {
    const std::lock_guard lock(mutex_);
    const auto remembered = remembered_.find(number);
    if (remembered != remembered_.end()) return remembered->second;
  }
  std::unique_ptr<Catalog> connection = take_connection();
  std::optional<StoredDocument> document = connection->document(number, texts);
  connection->require_unchanged();
  connections_.give_back(std::move(connection));
  if (document) return std::move(*document);
  throw DocumentRemoved(
      fmt::format("document {} is no longer in the index {}: it was removed or replaced; try again", number, folder_));
}

std::optional<StoredDocument> DocumentStore::readable_document(std::uint32_t number, IndexView::Texts texts) {
  try {
    return document(number, texts);
  } catch (const DamagedError& error) {
    note(error.damage());
    return std::nullopt;
  }
}

void DocumentStore::note(const IndexDamage& damage) {
  DamageWatch::note();
  const std::lock_guard lock(mutex_);
  damages_.insert(damage);
}

std::vector<IndexDamage> DocumentStore::damages() {
  const std::lock_guard lock(mutex_);
  return {damages_.begin(), damages_.end()};
}

std::optional<std::uint32_t> DocumentStore::number_of(std::string_view id) {
  {
    const std::lock_guard lock(mutex_);
    const auto remembered = remembered_numbers_.find(id);
    if (remembered != remembered_numbers_.end()) return remembered->second;
  }
  std::unique_ptr<Catalog> connection = take_connection();
  try {
    const std::optional<Catalog::Found> found = connection->find(id);
    connection->require_unchanged();
    connections_.give_back(std::move(connection));
    return found ? found->number : 0;
  } catch (const DamagedError& error) {
    note(error.damage());
    return std::nullopt;
  }
}

void DocumentStore::remember(StoredDocument document) {
  const std::lock_guard lock(mutex_);
  const std::uint32_t number = document.number;
  remembered_numbers_.insert_or_assign(document.id, number);
  remembered_.insert_or_assign(number, std::move(document));
}

void DocumentStore::forget_remembered() {
  const std::lock_guard lock(mutex_);
  remembered_.clear();
  remembered_numbers_.clear();
}

}  // namespace cento
