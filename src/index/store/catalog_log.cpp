#include "index/store/catalog_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <span>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "index/index_folder.hpp"
#include "index/store/checked_pages.hpp"

namespace cento {

namespace {

// https://sqlite.org/fileformat2.html#the_write_ahead_log; numbers are big-endian.
constexpr std::size_t kHeadBytes = 32;
constexpr std::size_t kFrameHeadBytes = 24;
constexpr std::size_t kFrameBytes = kFrameHeadBytes + kCatalogPageBytes;
constexpr std::uint32_t kMagic = 0x377f0682;  // the lowest bit: whether checksums use big-endian numbers
constexpr int kLooks = 3;                     // attempts before reporting damage: a program may be about to write

using Bytes = std::span<const std::byte>;

std::uint32_t number_at(Bytes bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof(number));
  return __builtin_bswap32(number);
}

struct Sums {
  std::uint32_t first = 0;
  std::uint32_t second = 0;

  void add(Bytes bytes, bool is_big_endian) {
    for (std::size_t at = 0; at < bytes.size(); at += 2 * sizeof(std::uint32_t)) {
      first += word(bytes, at, is_big_endian) + second;
      second += word(bytes, at + sizeof(std::uint32_t), is_big_endian) + first;
    }
  }

  friend bool operator==(const Sums&, const Sums&) = default;

 private:
  static std::uint32_t word(Bytes bytes, std::size_t at, bool is_big_endian) {
    const std::uint32_t number = number_at(bytes, at);
    return is_big_endian ? number : __builtin_bswap32(number);
  }
};

Sums sums_at(Bytes bytes, std::size_t at) {
  return {number_at(bytes, at), number_at(bytes, at + sizeof(std::uint32_t))};
}

/// Identifies the frames of one use of the log.
struct Salt {
  std::uint32_t first = 0;
  std::uint32_t second = 0;

  friend bool operator==(const Salt&, const Salt&) = default;
};

Salt salt_at(Bytes bytes, std::size_t at) {
  return {number_at(bytes, at), number_at(bytes, at + sizeof(std::uint32_t))};
}

/// A file that is read piece by piece.
class LogFile {
 public:
  explicit LogFile(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~LogFile() {
    if (file_ >= 0) ::close(file_);
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  /// Empty unless all of it exists; valid until the next call.
  Bytes read(std::uint64_t at, std::size_t bytes) {
    if (file_ < 0) return {};
    const ssize_t size = ::pread(file_, buffer_.data(), bytes, static_cast<off_t>(at));
    return size == static_cast<ssize_t>(bytes) ? Bytes(buffer_).first(bytes) : Bytes();
  }

  Bytes frame(std::uint64_t number) { return read(kHeadBytes + number * kFrameBytes, kFrameBytes); }
  Bytes frame_head(std::uint64_t number) { return read(kHeadBytes + number * kFrameBytes, kFrameHeadBytes); }

 private:
  int file_;
  std::array<std::byte, kFrameBytes> buffer_{};
};

/// The head of a log; nothing when it is damaged.
struct Head {
  bool is_big_endian = false;
  Salt salt;
  Sums sums;
};

std::optional<Head> head_of(Bytes bytes) {
  constexpr std::size_t kPageBytesAt = 8;
  constexpr std::size_t kSaltAt = 16;
  constexpr std::size_t kSumsAt = 24;
  const std::uint32_t magic = number_at(bytes, 0);
  Head head{(magic & 1U) != 0, salt_at(bytes, kSaltAt), {}};
  head.sums.add(bytes.first(kSumsAt), head.is_big_endian);
  const bool is_sound = (magic & ~1U) == kMagic && number_at(bytes, kPageBytesAt) == kCatalogPageBytes &&
                        head.sums == sums_at(bytes, kSumsAt);
  return is_sound ? std::optional(head) : std::nullopt;
}

constexpr std::size_t kFrameSaltAt = 8;
constexpr std::size_t kFrameSumsAt = 16;

/// How many frames after the head SQLite accepts.
std::uint64_t count_sound_frames(LogFile& log, const Head& head) {
  Sums sums = head.sums;
  for (std::uint64_t number = 0;; ++number) {
    const Bytes frame = log.frame(number);
    if (frame.empty() || salt_at(frame, kFrameSaltAt) != head.salt) return number;
    sums.add(frame.first(kFrameSaltAt), head.is_big_endian);
    sums.add(frame.subspan(kFrameHeadBytes), head.is_big_endian);
    if (sums != sums_at(frame, kFrameSumsAt)) return number;
  }
}

/// Commits among the frames with that salt from a frame on, and whether any frame follows one of them.
struct RestOfLog {
  std::uint64_t commits = 0;
  bool was_acknowledged = false;
};

RestOfLog rest_of(LogFile& log, std::uint64_t from, const Salt& salt) {
  RestOfLog rest;
  for (std::uint64_t number = from;; ++number) {
    const Bytes frame = log.frame_head(number);
    if (frame.empty()) return rest;
    // The damage may be in the salt of the first one.
    if (number > from && salt_at(frame, kFrameSaltAt) != salt) continue;
    if (rest.commits > 0) rest.was_acknowledged = true;
    if (number_at(frame, sizeof(std::uint32_t)) != 0) ++rest.commits;
  }
}

std::optional<LogDamage> damage_from(LogFile& log, std::uint64_t frame, const Salt& salt, std::uint64_t byte) {
  const RestOfLog rest = rest_of(log, frame, salt);
  return rest.was_acknowledged ? std::optional(LogDamage{byte, rest.commits}) : std::nullopt;
}

}  // namespace

std::optional<LogDamage> find_log_damage(const std::string& path) {
  LogFile log(path);
  const Bytes head_bytes = log.read(0, kHeadBytes);
  if (head_bytes.empty()) return std::nullopt;
  const std::optional<Head> head = head_of(head_bytes);
  if (head) {
    const std::uint64_t sound = count_sound_frames(log, *head);
    return damage_from(log, sound, head->salt, kHeadBytes + sound * kFrameBytes);
  }
  constexpr std::uint64_t kSecond = 1;  // a frame with the salt of the log, since the head is damaged
  const Bytes second = log.frame_head(kSecond);
  return second.empty() ? std::nullopt : damage_from(log, 0, salt_at(second, kFrameSaltAt), 0);
}

void require_whole_log(const std::string& folder, bool is_writer) {
  const std::string log = catalog_path(folder) + "-wal";
  for (int look = 0; look < kLooks; ++look) {
    if (look > 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if ((!is_writer && is_being_written(folder)) || !find_log_damage(log)) return;
  }
  const LogDamage damage = find_log_damage(log).value_or(LogDamage());
  throw Error(
      fmt::format("{} is damaged at byte {}: {}", log, damage.byte, describe_lost_commits(damage.commits, folder)));
}

}  // namespace cento
