#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/reporter.hpp"
#include "read/input.hpp"
#include "read/input_spool.hpp"

namespace cento {

/// A file to be read.
struct InputFile {
  std::string name;              // as messages show it; "<standard input>" for "-"
  std::string path;              // as it is opened; "-" for standard input
  std::uint64_t size_bytes = 0;  // 0 when unknown (a pipe), too
  bool size_is_known = false;
  bool walked = false;        // found in a folder, not named by the user: skipped if it is of no known format
  std::string relative = {};  // its path from the folder it was found in; a named file's own name
  std::shared_ptr<InputSpool> spool = nullptr;  // set for a pipe that is to be read twice
};

/// Opens a file of a list as open_input() does; one that has a spool from there, if it was read before.
std::unique_ptr<Input> open_input(const InputFile& file, std::uint64_t memory_bytes,
                                  std::atomic<std::uint64_t>* raw_bytes_read = nullptr);

/// What the user named on the command line, as files: folders are walked (sorted by name, hidden entries and links to
/// folders left out), globs the shell left alone are expanded, "-" is standard input. A file that is missing, a folder
/// that may not be read, a glob without a match: a bad record each, unless nothing at all is left to read, which is an
/// Error. Files keep their address: places refer to their names.
class InputList {
 public:
  InputList(const std::vector<std::string>& arguments, Reporter& reporter);

  /// Has standard input and pipes kept while they are read, so that the list can be read again; those that are kept
  /// already stay as they are. `memory_bytes` and `temp_dir` are for each as in InputSpool.
  void keep_pipes(std::uint64_t memory_bytes, const std::string& temp_dir);

  [[nodiscard]] const std::deque<InputFile>& files() const { return files_; }
  [[nodiscard]] std::uint64_t total_bytes() const;  // 0 when any size is unknown

 private:
  std::deque<InputFile> files_;
};

}  // namespace cento
