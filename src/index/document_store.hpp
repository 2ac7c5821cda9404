#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "index/catalog.hpp"
#include "index/index_view.hpp"

namespace cento {

/// Reads documents by number for views: those that a writer in this program has not committed yet, from memory, and
/// all others from the catalog. Any number of threads, each with a connection of its own; none keeps the catalog's log
/// from being emptied.
class DocumentStore {
 public:
  explicit DocumentStore(std::string folder);
  ~DocumentStore();
  DocumentStore(const DocumentStore&) = delete;
  DocumentStore& operator=(const DocumentStore&) = delete;

  /// Throws DocumentRemoved when it is not in the catalog any more, DamagedError when it is damaged, Error when it
  /// cannot be read otherwise.
  [[nodiscard]] StoredDocument document(std::uint32_t number, IndexView::Texts texts);
  /// The same; nothing for a damaged one, after which this thread has met damage (DamageWatch).
  [[nodiscard]] std::optional<StoredDocument> readable_document(std::uint32_t number, IndexView::Texts texts);

  /// The number of the document with that id, 0 if there is none; nothing when what says so is damaged, as above.
  [[nodiscard]] std::optional<std::uint32_t> number_of(std::string_view id);

  /// What was met, in any order.
  [[nodiscard]] std::vector<IndexDamage> damages();

  /// Documents that are there although the catalog does not show them to others yet.
  void remember(StoredDocument document);
  void forget_remembered();

 private:
  void note(const IndexDamage& damage);
  std::unique_ptr<Catalog> take_connection();
  void give_back(std::unique_ptr<Catalog> connection);

  std::string folder_;
  std::mutex mutex_;  // of what follows
  std::vector<std::unique_ptr<Catalog>> free_;
  std::map<std::uint32_t, StoredDocument> remembered_;
  std::map<std::string, std::uint32_t, std::less<>> remembered_numbers_;  // by id
  std::set<IndexDamage> damages_;
};

}  // namespace cento
