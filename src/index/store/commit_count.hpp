#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cento {

/// How many commits were acknowledged, in a file next to the catalog, which also counts them: if the catalog has fewer,
/// its log has lost some. docs/formats/catalog.md describes the bytes. Written after each commit and not synced to
/// disk: after a power cut it may be too low, never too high.
inline constexpr std::string_view kCommitCountName = "commits";

/// Never fails: if the count cannot be written, it is too low.
void write_commit_count(const std::string& folder, std::uint64_t commits);

/// Nothing if the file does not exist or is damaged.
[[nodiscard]] std::optional<std::uint64_t> read_commit_count(const std::string& folder);

}  // namespace cento
