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
  std::size_t argument = 0;                     // number of what the user named: this file, or where it was found
};

/// Opens a file of a list as open_input() does; one that has a spool from there, if it was read before.
std::unique_ptr<Input> open_input(const InputFile& file, std::uint64_t memory_bytes,
                                  std::atomic<std::uint64_t>* raw_bytes_read = nullptr,
                                  const DamageHandling& handling = {});

/// What the user named on the command line, as files: folders are walked (sorted by name, hidden entries and links to
/// folders left out), globs the shell left alone are expanded, "-" is standard input. What was named must be
/// there: a missing file, a folder without files, a glob without a match is an Error. A folder below that may not be
/// read, and a link that leads nowhere, are bad files. Files keep their address: places refer to their names.
class InputList {
 public:
  InputList(const std::vector<std::string>& arguments, Reporter& reporter);

  /// Has standard input and pipes kept while they are read, so that the list can be read again; those that are kept
  /// already stay as they are. `memory_bytes` and `temp_dir` are for each as in InputSpool.
  void keep_pipes(std::uint64_t memory_bytes, const std::string& temp_dir);

  [[nodiscard]] const std::deque<InputFile>& files() const { return files_; }
  /// What the user named, as written; InputFile::argument counts these.
  [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
  [[nodiscard]] std::uint64_t total_bytes() const;  // 0 when any size is unknown

 private:
  std::vector<std::string> arguments_;
  std::deque<InputFile> files_;
};

}  // namespace cento
