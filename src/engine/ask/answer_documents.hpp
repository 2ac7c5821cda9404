#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include "index/index_view.hpp"

namespace cento {

/// The documents of an index that one answer names: each is read from the catalog once. One per thread.
class AnswerDocuments {
 public:
  /// Begins another answer. The view and the id must live until the next one.
  void start(const IndexView& view, std::string_view asked_id);

  /// Null if the document was removed meanwhile, is damaged, or has the id of the asked one.
  [[nodiscard]] const StoredDocument* find(std::uint32_t number);

 private:
  const IndexView* view_ = nullptr;
  std::string_view asked_id_;
  std::map<std::uint32_t, std::unique_ptr<const StoredDocument>> read_;  // null: see find()
};

}  // namespace cento
