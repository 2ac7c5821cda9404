#pragma once

#include <memory>
#include <string_view>

#include "read/input/input.hpp"

namespace cento {

/// Whether the bytes look like the beginning of a gzip member.
[[nodiscard]] bool is_gzip(std::string_view head);

/// The decompressed bytes of all gzip members of `compressed`, one after the other. Zeros after the last member are
/// padding. A damaged member is left out: reading continues at the next one, and problem() says so. A member that is
/// cut off by the end of the input is delivered as far as it goes.
[[nodiscard]] std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<Input> compressed,
                                                      const DamageHandling& handling = {});

}  // namespace cento
