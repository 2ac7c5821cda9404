#pragma once

#include <utility>

#include "engine/collection_totals.hpp"
#include "engine/job.hpp"

namespace cento {

/// Reads a collection for a study that signs batches on any thread (`sign`) and takes them in input order (`add`).
template <typename Study>
CollectionTotals read_into(Study& study, Job& job, const Collection& collection) {
  CollectionTotals totals;
  const auto work = [&](DocumentBatch& batch) { return std::pair(study.sign(batch), totals_of(batch)); };
  const auto take = [&](DocumentBatch& /*batch*/, const auto& signed_batch) {
    study.add(*signed_batch.first);
    totals += signed_batch.second;
  };
  job.read(collection, WorkAndTake{work, take});
  return totals;
}

}  // namespace cento
