#include "core/spill/unnamed_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

std::string temp_folder_or_default(std::string folder) {
  if (!folder.empty()) return folder;
  std::error_code error;
  const std::filesystem::path found = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : found.string();
}

int open_unnamed_file(const std::string& folder) {
  constexpr int kNoFile = -1;
  std::string name = (std::filesystem::path(folder) / "cento-temp-XXXXXX").string();
  const int file = ::mkstemp(name.data());
  if (file == kNoFile) fail_temp_file("make", folder);
  ::unlink(name.c_str());
  return file;
}

void fail_temp_file(const char* what, const std::string& folder) {
  throw Error(fmt::format("Cannot {} a temporary file in {}: {}. Choose another folder with `temp_dir`.", what, folder,
                          std::generic_category().message(errno)));
}

}  // namespace cento
