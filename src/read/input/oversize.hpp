#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "read/document.hpp"
#include "read/input/input.hpp"

namespace cento {

/// How much of a record over the size limit goes to the rejects file.
inline constexpr std::size_t kShownOfOversize = 1000;

/// "the row has 900 bytes, more than --max-document allows (800)".
[[nodiscard]] std::string oversize_reason(std::string_view what, std::uint64_t size_bytes, std::uint64_t limit_bytes);

/// Rejects a record in memory as too large; only its beginning is shown.
void reject_oversize(DocumentBatch& batch, const Place& place, std::string_view what, std::string_view record,
                     std::uint64_t limit_bytes);

/// All unread bytes of an input if there are at most `most_bytes`; otherwise more than that many of them.
[[nodiscard]] std::string_view peek_all(Input& in, std::uint64_t most_bytes);

/// Skips the rest of an input without holding it, and rejects it as one bad record. `reason` is called with its size.
void reject_rest(Input& in, DocumentBatch& batch, const std::function<std::string(std::uint64_t)>& reason);

}  // namespace cento
