#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cento {

/// The lowest limit of memory that a command can keep to: what it always holds, and what each thread works on.
/// `command` is its full name, as in "cento scan". Measured as anonymous resident memory, see docs/reliability.md.
[[nodiscard]] std::uint64_t least_memory_bytes(std::string_view command, std::size_t threads);

}  // namespace cento
