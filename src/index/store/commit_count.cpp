#include "index/store/commit_count.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <span>
#include <thread>

#include "core/hash/checksum.hpp"
#include "index/index_folder.hpp"

namespace cento {

namespace {

constexpr std::string_view kCommitMagic = "CENTOCMT";
constexpr int kReadings = 5;  // a reading may coincide with a write

struct CountBytes {
  std::array<char, kCommitMagic.size()> magic{};
  std::uint64_t commits = 0;
  std::uint64_t checksum = 0;  // of the bytes before it
};

std::uint64_t checksum_of(const CountBytes& count) {
  return cento::checksum_of(std::as_bytes(std::span(&count, 1)).first(offsetof(CountBytes, checksum)));
}

bool is_sound(const CountBytes& count) {
  return std::string_view(count.magic.data(), count.magic.size()) == kCommitMagic &&
         checksum_of(count) == count.checksum;
}

}  // namespace

void write_commit_count(const std::string& folder, std::uint64_t commits) {
  CountBytes count;
  std::memcpy(count.magic.data(), kCommitMagic.data(), kCommitMagic.size());
  count.commits = commits;
  count.checksum = checksum_of(count);
  const int file = ::open(path_in(folder, kCommitCountName).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, kNewFileMode);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = ::pwrite(file, &count, sizeof(count), 0);
  ::close(file);
}

std::optional<std::uint64_t> read_commit_count(const std::string& folder) {
  const int file = ::open(path_in(folder, kCommitCountName).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::optional<std::uint64_t> commits;
  for (int reading = 0; reading < kReadings && !commits; ++reading) {
    if (reading > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CountBytes count;
    if (::pread(file, &count, sizeof(count), 0) == sizeof(count) && is_sound(count)) commits = count.commits;
  }
  ::close(file);
  return commits;
}

}  // namespace cento
