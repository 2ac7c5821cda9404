#pragma once

#include <memory>
#include <string_view>

#include "read/input.hpp"

namespace cento {

/// Whether bytes begin like a gzip member.
[[nodiscard]] bool is_gzip(std::string_view head);

/// The decompressed bytes of all gzip members of `compressed`, one after the other. Zeros behind the last member are
/// padding. Damage costs the rest of its member: reading goes on at the next member, and problem() tells.
[[nodiscard]] std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<Input> compressed);

}  // namespace cento
