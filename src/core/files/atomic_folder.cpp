#include "core/files/atomic_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/files/file_identity.hpp"
#include "core/files/leftovers.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& folder, const std::error_code& error) {
  throw Error(fmt::format("cannot write the folder {}: {}", folder, error.message()));
}

bool is_empty_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) && fs::is_empty(path, error) && !error;
}

/// Staging folders inside an existing target have hidden names.
std::string inside(const std::string& target) {
  return target + "/";
}

}  // namespace

AtomicFolder::AtomicFolder(const std::string& name) : target_(resolved_path(name).string()) {
  remove_leftovers(target_);
  remove_leftovers(inside(target_));
  std::error_code error;
  is_there_ = fs::exists(target_, error);
  if (is_there_ && !is_empty_folder(target_)) {
    throw UsageError(fmt::format("{} is not an empty folder; name a new or an empty one to write to", name));
  }
  make_staging(name);
  removed_on_signal_ = std::make_unique<RemovedOnSignal>(staging_);
  lock_ = ::open(staging_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  hold_lock(lock_);
}

AtomicFolder::~AtomicFolder() {
  std::error_code ignored;
  if (!staging_.empty()) fs::remove_all(staging_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

/// Next to the target, or inside it if nothing can be created next to it.
void AtomicFolder::make_staging(const std::string& name) {
  std::error_code error;
  for (bool is_made = false; !is_made;) {
    staging_ = temporary_name(target_);
    is_made = fs::create_directory(staging_, error);
    if (error && is_there_) is_made = fs::create_directory(staging_ = temporary_name(inside(target_)), error);
    if (error) fail(name, error);
  }
  if (is_there_) fs::permissions(staging_, fs::status(target_, error).permissions(), error);
}

std::string AtomicFolder::path_of(const std::string& relative) const {
  const fs::path path = fs::path(staging_) / relative;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) fail(path.parent_path().string(), error);
  return path.string();
}

void AtomicFolder::publish() {
  std::error_code error;
  fs::rename(staging_, target_, error);
  if (error && !is_there_) fail(target_, error);
  if (error) {  // a mount point, a working directory, or the parent of the staging folder
    move_entries();
    fs::remove(staging_, error);
  }
  removed_on_signal_.reset();
  staging_.clear();
}

/// Moves all entries out of the staging folder, or none.
void AtomicFolder::move_entries() const {
  std::error_code error;
  std::vector<fs::path> moved;
  std::vector<fs::path> names;
  for (const auto& entry : fs::directory_iterator(staging_)) names.push_back(entry.path().filename());
  for (const fs::path& name : names) {
    fs::rename(staging_ / name, target_ / name, error);
    if (error) break;
    moved.push_back(name);
  }
  if (!error) return;
  std::error_code ignored;
  for (const fs::path& name : moved) fs::rename(target_ / name, staging_ / name, ignored);
  fail(target_, error);
}

}  // namespace cento
