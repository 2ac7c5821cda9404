#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "read/input/input.hpp"

namespace cento {

/// Whether the bytes look like the beginning of a zstd frame, or of a skippable one.
[[nodiscard]] bool is_zstd(std::string_view head);

/// The decompressed bytes of all zstd frames of `compressed`, one after the other. A frame may ask for a window of up
/// to a quarter of `memory_bytes`, but at least 128 MiB is always allowed. A frame with a wrong checksum is left out;
/// any other damage costs its frame and the rest, and problem() says so.
[[nodiscard]] std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<Input> compressed, std::uint64_t memory_bytes,
                                                      const DamageHandling& handling = {});

}  // namespace cento
