#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cento {

/// Damage in the log of a catalog. SQLite would silently ignore it: it treats everything from a damaged frame on as
/// never written.
struct LogDamage {
  std::uint64_t byte = 0;     // where the damaged frame, or the head, begins
  std::uint64_t commits = 0;  // from there on, according to the frames
};

/// Checks an SQLite log ("-wal") that nothing writes to meanwhile. A torn last commit, as left by a power cut, is not
/// damage: it was never acknowledged. But each commit is on disk before the next one begins, so a commit that is
/// followed by frames of the same log was acknowledged.
[[nodiscard]] std::optional<LogDamage> find_log_damage(const std::string& log);

/// Throws Error, which names the place and says what to do, when the log of an index is damaged. `is_writer`: the
/// caller has the lock; otherwise another program may be writing, which has checked the log itself.
void require_whole_log(const std::string& folder, bool is_writer);

}  // namespace cento
