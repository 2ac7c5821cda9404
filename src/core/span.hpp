#pragma once

#include <cstdint>

#include "cento/records.hpp"

namespace cento {

/// Dense number of a document inside one run. Users only ever see their own string ids.
using DocId = std::uint32_t;

}  // namespace cento
