#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cento {

/// What is wrong with the log of a catalog, which SQLite would pass over in silence: from a damaged frame on it takes
/// everything as never written.
struct LogDamage {
  std::uint64_t byte = 0;     // where the damaged frame, or the head, begins
  std::uint64_t commits = 0;  // from there on, as far as frames say
};

/// Looks at an SQLite log ("-wal") that nobody writes to meanwhile. A last commit that is torn, as a power cut leaves
/// it, is no damage: it was never acknowledged. But each commit is on the disk before the next one begins, so one with
/// frames of the same log after it was.
[[nodiscard]] std::optional<LogDamage> find_log_damage(const std::string& log);

/// Throws Error, which names the place and says what to do, when the log of an index is damaged. `is_writer`: the
/// caller has the lock; otherwise a program may be writing, which has looked itself.
void require_whole_log(const std::string& folder, bool is_writer);

}  // namespace cento
