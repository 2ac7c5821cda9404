#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "core/memory/memory_budget.hpp"
#include "core/reporter.hpp"
#include "read/input/group_range.hpp"
#include "read/input/input.hpp"
#include "read/input/input_spool.hpp"

namespace cento {

/// A file to be read.
struct InputFile {
  std::string name;              // as shown in messages; "<standard input>" for "-"
  std::string path;              // as opened; "-" for standard input
  std::uint64_t size_bytes = 0;  // also 0 when unknown (a pipe)
  bool size_is_known = false;
  bool walked = false;        // found in a folder, not named by the user: skipped if its format is unknown
  std::string relative = {};  // its path from the folder it was found in; a named file's own name
  std::shared_ptr<InputSpool> spool = nullptr;  // set for a pipe that will be read twice
  std::size_t argument = 0;                     // number of the user's argument: this file, or where it was found
  GroupRange groups = {};                       // of a table: which of its groups of rows are read
};

/// Opens a file of a list as open_input() does; from its spool if it has one and was read before.
std::unique_ptr<Input> open_input(const InputFile& file, std::uint64_t memory_bytes,
                                  std::atomic<std::uint64_t>* raw_bytes_read = nullptr,
                                  const DamageHandling& handling = {});

/// The files that the user named on the command line: folders are walked (sorted by name, hidden entries and links to
/// folders left out), globs that the shell did not expand are expanded, "-" is standard input. What was named must
/// exist: a missing file, a folder without files, or a glob without a match is an Error. An unreadable subfolder and a
/// broken link are bad files. Files keep their address: places refer to their names.
class InputList {
 public:
  InputList(const std::vector<std::string>& arguments, Reporter& reporter);
  /// Some files, or parts of them, of a collection whose rest is read elsewhere: so nothing is wrong if they yield
  /// nothing.
  explicit InputList(std::deque<InputFile> files) : files_(std::move(files)) {}

  /// Keeps standard input and pipes while they are read, so that the list can be read again; those already kept stay as
  /// they are. `memory` and `temp_dir` apply to each, as in InputSpool.
  void keep_pipes(const MemoryPart& memory, const std::string& temp_dir);

  [[nodiscard]] const std::deque<InputFile>& files() const { return files_; }
  /// What the user named, as written; InputFile::argument counts these. Empty if the rest is read elsewhere.
  [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
  [[nodiscard]] std::uint64_t total_bytes() const;  // 0 when any size is unknown

 private:
  std::vector<std::string> arguments_;
  std::deque<InputFile> files_;
};

}  // namespace cento
