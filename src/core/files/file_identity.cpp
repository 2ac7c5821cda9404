#include "core/files/file_identity.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>

namespace cento {

namespace {

namespace fs = std::filesystem;

constexpr int kLinksMost = 40;  // as many as Linux follows

FileIdentity::Facts facts_of(int result, const struct stat& status) {
  if (result != 0) return {};
  const bool is_folder = S_ISDIR(status.st_mode);
  return {true, !S_ISREG(status.st_mode) && !is_folder, is_folder, status.st_dev, status.st_ino};
}

}  // namespace

FileIdentity::FileIdentity(const std::string& name) : path_(resolved_path(name)) {
  struct stat status {};
  facts_ = facts_of(::stat(name.c_str(), &status), status);
}

FileIdentity::FileIdentity(int descriptor) {
  struct stat status {};
  facts_ = facts_of(::fstat(descriptor, &status), status);
}

bool FileIdentity::is_same_as(const FileIdentity& other) const {
  if (exists() != other.exists()) return false;
  if (exists()) return facts_.device == other.facts_.device && facts_.inode == other.facts_.inode;
  return !path_.empty() && path_ == other.path_;
}

bool FileIdentity::is_in(const FileIdentity& folder) const {
  const auto [outer, inner] = std::mismatch(folder.path_.begin(), folder.path_.end(), path_.begin(), path_.end());
  return !folder.path_.empty() && outer == folder.path_.end();
}

fs::path resolved_path(const std::string& name) {
  std::error_code error;
  fs::path path = fs::absolute(name, error);
  // weakly_canonical() does not resolve a dangling link.
  for (int i = 0; i < kLinksMost && fs::is_symlink(path, error); ++i) {
    path = path.parent_path() / fs::read_symlink(path, error);
  }
  fs::path resolved = fs::weakly_canonical(path, error);
  if (error) return path;
  return resolved.has_filename() ? resolved : resolved.parent_path();
}

}  // namespace cento
