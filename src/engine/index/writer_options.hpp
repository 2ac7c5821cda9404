#pragma once

#include "engine/job.hpp"
#include "index/live/index_writer.hpp"

namespace cento {

/// What the writer of an index may use of a job's resources. `wait`: for another writer to end.
[[nodiscard]] inline WriterOptions writer_options(const Job& job, bool wait = false) {
  constexpr std::uint64_t kShare = 5;  // of the memory; the rest is for reading, for answers and for the catalog
  WriterOptions options;
  options.threads = job.threads();
  options.memory_bytes = job.memory_bytes() / kShare;
  options.wait = wait;
  return options;
}

}  // namespace cento
