#include "read/arrow/arrow_files.hpp"

#include <dlfcn.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPluginFile = "libcento_arrow_files.so";
constexpr const char* kPluginVariable = "CENTO_ARROW_FILES";
constexpr const char* kLibrariesVariable = "CENTO_ARROW_LIBRARIES";
constexpr const char* kHowToGet =
    "Parquet and Arrow files are read and written by a plug-in of Cento that needs Arrow C++; docs/formats/parquet.md "
    "says how to build it (`pip install pyarrow`, then CMake with CENTO_PYARROW)";
constexpr const char* kArrowLibrary = "libarrow.so.";
constexpr const char* kPackageMark = "__init__.py";

/// Where pyarrow is, as look_for_arrow_in() says.
struct KnownPlace {
  std::mutex mutex;
  fs::path folder;
};

KnownPlace& known_place() {
  static KnownPlace place;
  return place;
}

/// The file that this function is in: the program, or the library.
fs::path own_file() {
  Dl_info info{};
  std::error_code ignored;
  if (::dladdr(reinterpret_cast<const void*>(&own_file), &info) != 0 && info.dli_fname != nullptr) {
    fs::path file = fs::canonical(info.dli_fname, ignored);
    if (!file.empty()) return file;
  }
  return fs::read_symlink("/proc/self/exe", ignored);
}

/// Places where it may be, in order.
std::vector<fs::path> plugin_places() {
  std::vector<fs::path> places;
  for (const fs::path& own : {own_file(), fs::path("/proc/self/exe")}) {
    std::error_code ignored;
    const fs::path folder = fs::canonical(own, ignored).parent_path();
    if (folder.empty()) continue;
    for (const char* place : {".", "lib", "cento", "../cento", "../lib/cento", "../lib"})
      places.push_back((folder / place / kPluginFile).lexically_normal());
  }
  if (const char* named = std::getenv(kPluginVariable); named != nullptr && *named != '\0') places.emplace_back(named);
  return places;
}

/// Folders where the libraries of Arrow may be besides those that the system searches.
std::vector<fs::path> library_folders() {
  std::vector<fs::path> folders;
  if (const char* named = std::getenv(kLibrariesVariable); named != nullptr && *named != '\0')
    folders.emplace_back(named);
  KnownPlace& known = known_place();
  const std::lock_guard lock(known.mutex);
  if (!known.folder.empty()) folders.push_back(known.folder);
  return folders;
}

/// The library that dlopen() misses: "libarrow.so.2600: cannot open shared object file: …". Empty for other messages.
std::string missing_library(std::string_view message) {
  const std::string_view name = message.substr(0, message.find(':'));
  return name.starts_with("lib") && name.find('/') == std::string_view::npos ? std::string(name) : std::string();
}

/// Loads a library from one of the folders, so that what needs it finds it loaded.
bool load_library(const std::string& name) {
  for (const fs::path& folder : library_folders()) {
    if (::dlopen((folder / name).c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr) return true;
  }
  return false;
}

/// "26.0" for libarrow.so.2600; empty for other names.
std::string version_of(std::string_view library) {
  constexpr unsigned kMinors = 100;
  unsigned number = 0;
  if (!library.starts_with(kArrowLibrary)) return {};
  library.remove_prefix(std::string_view(kArrowLibrary).size());
  const auto [end, error] = std::from_chars(library.data(), library.data() + library.size(), number);
  if (error != std::errc() || end != library.data() + library.size()) return {};
  return fmt::format("{}.{}", number / kMinors, number % kMinors);
}

/// The version of a pyarrow that is there; empty if there is none.
std::string found_version(const fs::path& beside) {
  std::vector<fs::path> folders = library_folders();
  folders.push_back(beside);
  std::error_code ignored;
  for (const fs::path& folder : folders) {
    for (const auto& file : fs::directory_iterator(folder, ignored)) {
      if (std::string version = version_of(file.path().filename().string()); !version.empty()) return version;
    }
  }
  return {};
}

/// Why a plug-in cannot be loaded, and what to do.
std::string advice(const fs::path& place, const std::string& message) {
  const fs::path package = place.parent_path().parent_path();
  const std::string wanted = version_of(missing_library(message));
  if (wanted.empty() || !fs::exists(package / kPackageMark)) return fmt::format("{}: {}", kHowToGet, message);
  const std::string found = found_version(package.parent_path() / "pyarrow");
  const std::string why = found.empty() ? "which is not installed" : fmt::format("but pyarrow {} is installed", found);
  const bool is_module = fs::exists(own_file().parent_path() / kPackageMark);
  return fmt::format(
      "Parquet and Arrow files need the Python package pyarrow {}, {}: `pip install 'cento-text[arrow]'`{}", wanted,
      why, is_module ? ", or pass pyarrow.parquet.read_table(path) instead of the path" : "");
}

void* open_plugin(const fs::path& place) {
  std::string missing;
  while (true) {
    // It stays loaded: Arrow has threads of its own.
    if (auto* library = ::dlopen(place.c_str(), RTLD_LAZY | RTLD_LOCAL)) return library;
    const std::string message = ::dlerror();
    std::string name = missing_library(message);
    if (name.empty() || name == missing || !load_library(name)) throw Error(advice(place, message));
    missing = std::move(name);
  }
}

const CentoArrowFiles& load_from(const fs::path& place) {
  auto* library = open_plugin(place);
  const auto entry = reinterpret_cast<const CentoArrowFiles* (*)()>(::dlsym(library, kArrowFilesEntry));
  const CentoArrowFiles* files = entry == nullptr ? nullptr : entry();
  if (files == nullptr || files->version != kArrowFilesVersion) {
    throw Error(fmt::format("{} is of another version of Cento; build and install both together", place.string()));
  }
  return *files;
}

const CentoArrowFiles& load_plugin() {
  for (const fs::path& place : plugin_places()) {
    std::error_code ignored;
    if (fs::exists(place, ignored)) return load_from(place);
  }
  throw Error(fmt::format("{}, or set {} to its file", kHowToGet, kPluginVariable));
}

}  // namespace

void look_for_arrow_in(std::string folder) {
  KnownPlace& known = known_place();
  const std::lock_guard lock(known.mutex);
  known.folder = std::move(folder);
}

const CentoArrowFiles& arrow_files() {
  static const CentoArrowFiles& files = load_plugin();
  return files;
}

}  // namespace cento
