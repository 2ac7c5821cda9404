#pragma once

#include <cstdint>

#include <arrow/memory_pool.h>

namespace cento::arrow_files {

/// Memory for Arrow that is used again when it is freed, up to a limit: batches of rows are made and freed all the
/// time, and pages that come fresh from the system take longer to get than to fill. Thread-safe.
[[nodiscard]] arrow::MemoryPool* reused_memory();

/// Sets that limit.
void keep_memory(std::int64_t bytes_most);
/// How much that is.
[[nodiscard]] std::int64_t kept_memory();

}  // namespace cento::arrow_files
