#pragma once

#include <cstdint>

namespace cento {

/// Gives freed memory back to the system if more of it lies idle than a small share of `budget_bytes`. For the end of a
/// phase of a run: what the next one needs is of other sizes.
void give_idle_memory_back(std::uint64_t budget_bytes);

}  // namespace cento
