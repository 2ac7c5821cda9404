#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cento {

/// How many commits were acknowledged, in a file beside the catalog, which counts them, too: when the catalog has
/// fewer, its log has lost some. docs/formats/catalog.md has the bytes. Written after each commit and not brought to
/// the disk: after a power cut it may say too few, never too many.
inline constexpr std::string_view kCommitCountName = "commits";

/// Never fails: a count that could not be written says too few.
void write_commit_count(const std::string& folder, std::uint64_t commits);

/// Nothing when the file is not there or damaged.
[[nodiscard]] std::optional<std::uint64_t> read_commit_count(const std::string& folder);

}  // namespace cento
