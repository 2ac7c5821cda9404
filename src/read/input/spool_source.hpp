#pragma once

#include <memory>

#include "core/spill/byte_spool.hpp"
#include "read/input/input.hpp"

namespace cento {

/// Reads a spool, which must outlive it, from its beginning.
[[nodiscard]] std::unique_ptr<ByteSource> spool_source(const ByteSpool& spool);

}  // namespace cento
