#include "read/input/file_uses.hpp"

#include <unistd.h>

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/files/file_identity.hpp"
#include "core/reporter.hpp"
#include "read/input/input_list.hpp"

namespace cento {

namespace {

FileIdentity identity_of(const std::string& name, int standard_stream) {
  return name == "-" ? FileIdentity(standard_stream) : FileIdentity(name);
}

/// All files that an argument means; none when it cannot be read, which is reported when it is read.
std::optional<InputList> files_of(const std::string& argument) {
  ReporterOptions silent;
  silent.quiet = true;
  Reporter reporter(silent);
  try {
    return InputList({argument}, reporter);
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool reads_file(const std::string& argument, const FileIdentity& file) {
  const std::optional<InputList> list = files_of(argument);
  if (!list) return false;
  for (const InputFile& input : list->files()) {
    if (identity_of(input.path, STDIN_FILENO).is_same_as(file)) return true;
  }
  return false;
}

}  // namespace

FileUses& FileUses::reads(std::string_view option, const std::vector<std::string>& inputs) {
  for (const std::string& name : inputs) reads(option, name);
  return *this;
}

FileUses& FileUses::reads(std::string_view option, const std::string& name) {
  if (!name.empty()) inputs_.push_back({std::string(option), name});
  return *this;
}

FileUses& FileUses::writes(std::string_view option, const std::string& name) {
  if (!name.empty()) outputs_.push_back({std::string(option), name});
  return *this;
}

void FileUses::check() const {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const FileIdentity file = identity_of(outputs_[i].name, STDOUT_FILENO);
    for (std::size_t j = 0; j < i; ++j) {
      const bool are_same =
          outputs_[i].name == outputs_[j].name || identity_of(outputs_[j].name, STDOUT_FILENO).is_same_as(file);
      if (!are_same || (file.is_pipe_or_device() && outputs_[i].name != "-")) continue;
      throw UsageError(fmt::format("{} and {} both write to {}; each needs a file of its own", outputs_[j].option,
                                   outputs_[i].option, outputs_[i].name));
    }
    if (!file.is_pipe_or_device()) check_against_inputs(outputs_[i]);
  }
}

void FileUses::check_against_inputs(const Use& output) const {
  const FileIdentity file = identity_of(output.name, STDOUT_FILENO);
  for (const Use& input : inputs_) {
    const FileIdentity read = identity_of(input.name, STDIN_FILENO);
    if (read.is_folder() && file.is_in(read)) {
      throw UsageError(fmt::format("{} would write {} into {}, which is also used as {}; name a place outside it",
                                   output.option, output.name, input.name, input.option));
    }
    if (read.is_same_as(file) || (file.exists() && reads_file(input.name, file))) {
      throw UsageError(fmt::format("{} would overwrite {}, which is also used as {}; name another file", output.option,
                                   output.name, input.option));
    }
  }
}

}  // namespace cento
