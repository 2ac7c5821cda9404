#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "read/input.hpp"

namespace cento {

/// Whether bytes begin like a zstd frame, or one to be skipped.
[[nodiscard]] bool is_zstd(std::string_view head);

/// The decompressed bytes of all zstd frames of `compressed`, one after the other. A frame may ask for a window of up
/// to a quarter of `memory_bytes`, and for 128 MiB always. A frame whose checksum is wrong is left out; any other
/// damage costs its frame and what follows, and problem() says so.
[[nodiscard]] std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<Input> compressed, std::uint64_t memory_bytes,
                                                      const DamageHandling& handling = {});

}  // namespace cento
