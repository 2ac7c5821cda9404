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

#include "core/memory/object_pool.hpp"
#include "index/index_view.hpp"
#include "index/store/catalog.hpp"

namespace cento {

/// Reads documents by number for views: uncommitted ones of a writer in this program from memory, all others from the
/// catalog. Thread-safe, with one connection per thread; none keeps the catalog's log from being emptied.
class DocumentStore {
 public:
  explicit DocumentStore(std::string folder);
  ~DocumentStore();
  DocumentStore(const DocumentStore&) = delete;
  DocumentStore& operator=(const DocumentStore&) = delete;

  /// Throws DocumentRemoved when it is no longer in the catalog, DamagedError when it is damaged, Error when it cannot
  /// be read for another reason.
  [[nodiscard]] StoredDocument document(std::uint32_t number, IndexView::Texts texts);
  /// The same; nothing for a damaged one, which this thread's DamageWatch then reports.
  [[nodiscard]] std::optional<StoredDocument> readable_document(std::uint32_t number, IndexView::Texts texts);

  /// The number of the document with that id, 0 if there is none; nothing if it cannot be looked up because of damage.
  [[nodiscard]] std::optional<std::uint32_t> number_of(std::string_view id);

  /// The damage found so far, in any order.
  [[nodiscard]] std::vector<IndexDamage> damages();

  /// Documents that exist although the catalog does not show them to others yet.
  void remember(StoredDocument document);
  void forget_remembered();

 private:
  void note(const IndexDamage& damage);
  std::unique_ptr<Catalog> take_connection();

  std::string folder_;
  ObjectPool<Catalog> connections_{ObjectPool<Catalog>::kAll};
  std::mutex mutex_;  // guards what follows
  std::map<std::uint32_t, StoredDocument> remembered_;
  std::map<std::string, std::uint32_t, std::less<>> remembered_numbers_;  // by id
  std::set<IndexDamage> damages_;
};

}  // namespace cento
