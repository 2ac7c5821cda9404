#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"
#include "read/document.hpp"

namespace cento {

/// The names of documents' parts, for records that name a part by its number: 4 bytes per document.
class PartNames {
 public:
  /// Adds the next document.
  void add(const Document& document);

  /// The name of a part, or nothing if it is the document's only one.
  [[nodiscard]] std::string_view name(DocId document, std::uint32_t part) const;

 private:
  using Names = std::vector<std::string>;

  [[nodiscard]] bool is_like_last(const Document& document) const;

  std::vector<Names> lists_;                // the distinct lists
  std::map<Names, std::uint32_t> numbers_;  // index of each list
  PlainVector<std::uint32_t> list_of_;      // by document
};

}  // namespace cento
