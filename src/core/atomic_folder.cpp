#include "core/atomic_folder.hpp"

#include <unistd.h>

#include <filesystem>
#include <random>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& folder, const std::error_code& error) {
  throw Error(fmt::format("cannot write the folder {}: {}", folder, error.message()));
}

std::string without_slashes_at_end(std::string name) {
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  return name;
}

bool is_empty_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) && fs::is_empty(path, error) && !error;
}

}  // namespace

AtomicFolder::AtomicFolder(const std::string& name) : target_(without_slashes_at_end(name)) {
  std::error_code error;
  if (fs::exists(target_, error) && !is_empty_folder(target_)) {
    throw UsageError(fmt::format("{} is not an empty folder; name a new or an empty one to write to", name));
  }
  is_there_ = fs::exists(target_, error);
  make_staging();
  removed_on_signal_ = std::make_unique<RemovedOnSignal>(staging_);
}

AtomicFolder::~AtomicFolder() {
  std::error_code ignored;
  if (!staging_.empty()) fs::remove_all(staging_, ignored);
}

void AtomicFolder::make_staging() {
  std::random_device random;
  for (bool is_made = false; !is_made;) {
    staging_ = fmt::format("{}{}tmp-{}-{:08x}", target_, is_there_ ? "/." : ".", ::getpid(), random());
    std::error_code error;
    is_made = fs::create_directory(staging_, error);
    if (error) fail(target_, error);
  }
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
  if (is_there_) {
    move_entries();
    fs::remove(staging_, error);
  } else {
    fs::rename(staging_, target_, error);
    if (error) fail(target_, error);
  }
  removed_on_signal_.reset();
  staging_.clear();
}

/// Out of the staging folder, or not at all.
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
