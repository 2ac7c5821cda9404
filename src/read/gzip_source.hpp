#pragma once

#include <memory>
#include <string_view>

#include "read/input.hpp"

namespace cento {

/// Whether bytes begin like a gzip member.
[[nodiscard]] bool is_gzip(std::string_view head);

/// The decompressed bytes of all gzip members of `compressed`, one after the other. Zeros after the last member are
/// padding. A damaged member is left out: reading goes on at the next one, and problem() says so. One that the end of
/// the input cuts off is delivered as far as it goes.
[[nodiscard]] std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<Input> compressed,
                                                      const DamageHandling& handling = {});

}  // namespace cento
