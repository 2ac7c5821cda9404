#pragma once

#include <cstdint>
#include <span>

#include "read/document.hpp"

namespace cento {

/// Rejects the documents of a parsed batch from which bytes are missing, by the gaps of its input (Input::gaps()). In
/// formats whose records show whether they are complete (JSON lines, web archives, elements), that is a document with a
/// gap inside; in others (text, tables) also one right before or after a gap, since it is unknown where the missing
/// bytes belong.
void reject_torn(DocumentBatch& batch, std::span<const std::uint64_t> gaps);

}  // namespace cento
