#include "read/arrow/arrow_files.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPluginFile = "libcento_arrow_files.so";
constexpr const char* kPluginVariable = "CENTO_ARROW_FILES";
constexpr const char* kHowToGet =
    "Parquet and Arrow files are read by a plug-in of Cento that needs Arrow C++; docs/formats/parquet.md says how to "
    "build it (`pip install pyarrow`, then CMake with CENTO_PYARROW)";

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
    for (const char* place : {".", "cento", "../cento", "../lib/cento", "../lib"})
      places.push_back(folder / place / kPluginFile);
  }
  if (const char* named = std::getenv(kPluginVariable); named != nullptr && *named != '\0') places.emplace_back(named);
  return places;
}

const CentoArrowFiles& load_from(const fs::path& place) {
  // It stays loaded: Arrow has threads of its own.
  auto* library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw Error(fmt::format("{}: {}", kHowToGet, ::dlerror()));
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

const CentoArrowFiles& arrow_files() {
  static const CentoArrowFiles& files = load_plugin();
  return files;
}

}  // namespace cento
