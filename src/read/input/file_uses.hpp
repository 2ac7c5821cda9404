#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cento {

/// Which files a run reads and which it writes, so that no output destroys an input or another output. Empty names are
/// ignored. Options are named as the user knows them, for messages.
class FileUses {
 public:
  /// The inputs of a list: files, folders, globs, "-" for standard input.
  FileUses& reads(std::string_view option, const std::vector<std::string>& inputs);
  /// One file, or a folder that must not be written to, such as an index.
  FileUses& reads(std::string_view option, const std::string& name);
  /// A file or folder that will be created or replaced; "-" is standard output.
  FileUses& writes(std::string_view option, const std::string& name);

  /// Throws UsageError when an output is the same file as an input or another output, whatever their names, or is in a
  /// folder that is read. Pipes and devices may be used any number of times.
  void check() const;

 private:
  struct Use {
    std::string option;
    std::string name;
  };

  void check_against_inputs(const Use& output) const;

  std::vector<Use> inputs_;
  std::vector<Use> outputs_;
};

}  // namespace cento
