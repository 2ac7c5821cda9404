#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "study/ndd/ndd_study.hpp"

namespace cento::testing {

using Texts = std::vector<std::string>;

inline NddResults study(const Texts& texts, const NddStudyOptions& options) {
  constexpr std::size_t kBatchDocuments = 7;
  NddStudy study(options);
  for (std::size_t begin = 0; begin < texts.size(); begin += kBatchDocuments) {
    DocumentBatch batch;
    for (std::size_t i = begin; i < std::min(texts.size(), begin + kBatchDocuments); ++i) batch.add("id", texts[i]);
    study.add(*study.sign(batch));
  }
  return study.finish();
}

inline NddStudyOptions words() {
  NddStudyOptions options;
  options.features = "shingle:1";
  options.threads = 2;
  return options;
}

}  // namespace cento::testing
