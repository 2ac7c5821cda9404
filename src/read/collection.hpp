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

/// How damage of a file is handled that is read with these options.
[[nodiscard]] DamageHandling handling_of(const InputFile& file, const ReadOptions& options);

/// Reads all files of a list, in order, on `threads` threads. Bad records and files go to the reporter in input order.
/// Throws Error when something the user named has content but gives no document, and RunAgain as Input does.
void read_collection(const InputList& inputs, const ReadOptions& options, std::size_t threads, Reporter& reporter,
                     ReadProgress& progress, const BatchSteps& steps);

}  // namespace cento
