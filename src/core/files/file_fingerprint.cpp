#include "core/files/file_fingerprint.hpp"

#include <sys/stat.h>

namespace cento {

FileFingerprint FileFingerprint::of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec};
}

}  // namespace cento
