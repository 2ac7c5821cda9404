#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cento {

/// Reads "64M", "1.5G", "2GiB", "4096" (K, M, G, T are powers of 1024); nothing when it is not a size.
[[nodiscard]] std::optional<std::uint64_t> parse_byte_size(std::string_view text);

/// "64M" for 64 × 1024 × 1024 bytes: the largest unit that leaves a whole number, readable by parse_byte_size().
[[nodiscard]] std::string exact_byte_size(std::uint64_t bytes);

/// Like "1.5 GB", in powers of 1000, for people.
[[nodiscard]] std::string format_byte_size(std::uint64_t bytes);

/// Half of the machine's memory (or of what its control group allows), the default of --memory.
[[nodiscard]] std::uint64_t default_memory_bytes();

/// The memory that this process's control group (version 1 or 2) allows, or the largest number when it has no limit.
/// `root` is "/" except in tests.
[[nodiscard]] std::uint64_t control_group_limit_bytes(const std::string& root);

}  // namespace cento
