#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cento {

/// A place in the user's input: a file, and its line, byte or row where known.
struct Place {
  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

  std::string_view file;          // lives as long as the list of inputs, that is, the whole run
  std::uint64_t line = kUnknown;  // counted from 1
  std::uint64_t byte = kUnknown;  // counted from 0, in the decompressed input
  std::uint64_t row = kUnknown;   // counted from 1, in a table that has no lines

  /// "FILE, line 7" or "FILE, row 7" or "FILE, byte 4096" or "FILE".
  [[nodiscard]] std::string to_string() const;
};

}  // namespace cento
