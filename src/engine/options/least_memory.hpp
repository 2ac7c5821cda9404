#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cento {

/// The lowest limit of memory that a command can keep to: what it always holds, and what each thread works on.
/// `command` is its full name, as in "cento scan". Measured as anonymous resident memory, see docs/reliability.md.
[[nodiscard]] std::uint64_t least_memory_bytes(std::string_view command, std::size_t threads);

/// Throws UsageError when `bytes` are less than a command needs: "memory must be at least 32M for scan on 2 threads,
/// not 1K". `option` and `job` are the names that the sentence uses.
void check_least_memory(std::string_view option, std::string_view job, std::uint64_t least_bytes, std::size_t threads,
                        std::uint64_t bytes);

}  // namespace cento
