#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/collection_totals.hpp"
#include "group/keep_policy.hpp"
#include "read/document.hpp"

namespace cento {

/// What is kept of each document of a part, in their order.
struct PartDocuments {
  std::vector<std::string> ids;
  std::vector<std::string> places;
  std::vector<std::uint64_t> rows;  // the line or row of the place, 0 if there is none
  std::vector<std::uint64_t> text_bytes;
  std::vector<std::vector<std::string>> part_names;  // of documents with several parts; of others none
  std::vector<std::string> keep_keys;                // KeepPolicy::key_of(); empty if all are
  CollectionTotals totals;

  void add(const Document& document, const KeepPolicy& keep);
};

}  // namespace cento
