#pragma once

#include <cstdint>

namespace cento {

/// Returns freed memory to the system if more of it is idle than a small share of `budget_bytes`. For the end of a
/// phase: the next one allocates other sizes.
void give_idle_memory_back(std::uint64_t budget_bytes);

/// For runs with a small budget: large freed blocks go back to the system at once instead of waiting for reuse. That
/// takes some time, so with a large budget nothing changes. Call it before the work begins.
void keep_little_idle(std::uint64_t budget_bytes);

}  // namespace cento
