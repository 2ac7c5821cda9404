#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "read/formats.hpp"
#include "read/input_list.hpp"
#include "read/reader.hpp"

namespace cento {

/// What reading came to so far. Advanced while reading goes on; any thread may look.
struct ReadProgress {
  std::atomic<std::uint64_t> raw_bytes = 0;  // of the files as they are, compressed
  std::atomic<std::uint64_t> documents = 0;
  std::atomic<std::uint64_t> text_bytes = 0;
};

/// What happens to a batch on its way. `work` runs on any thread; `take` runs on one thread at a time, in input order,
/// and gets what `work` returned.
struct BatchSteps {
  std::function<std::shared_ptr<void>(DocumentBatch&)> work;
  std::function<void(DocumentBatch&, void*)> take;
  /// Called in input order for each table (TREC run, qrels) among the files; null: tables are passed over and noted.
  std::function<void(const Format&, Input&)> table;
};

/// Reads all files of a list, in order, on `threads` threads. Bad records go to the reporter in input order.
void read_collection(const InputList& inputs, const ReadOptions& options, std::size_t threads, Reporter& reporter,
                     ReadProgress& progress, const BatchSteps& steps);

}  // namespace cento
