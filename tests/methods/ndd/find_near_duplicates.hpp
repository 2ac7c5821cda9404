#pragma once

#include <string>
#include <utility>
#include <vector>

#include "methods/ndd/near_duplicates.hpp"
#include "methods/word_documents.hpp"

namespace cento::testing {

inline NearDuplicates find(const std::vector<std::string>& texts, const NearDuplicateOptions& options) {
  const Batches batches(texts);
  NearDuplicateFinder finder(options);
  for (const DocumentBatch& batch : batches.all()) finder.add(*finder.sign(batch));
  return finder.find();
}

inline NearDuplicateOptions with_method(std::string method, double threshold = 0.8) {
  NearDuplicateOptions options;
  options.method = std::move(method);
  options.threshold = threshold;
  return options;
}

}  // namespace cento::testing
