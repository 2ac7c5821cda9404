#pragma once

#include <string>
#include <string_view>

#include "cento/method_options.hpp"
#include "methods/forum/forum_model.hpp"

namespace cento::cli {

class CommandParser;

/// The command line's options for comparing threads. They override the options file, which overrides the defaults.
struct ForumFlags : ForumComparison {
  std::string options_file;  // of `cento tune`; empty: the defaults
};

/// `threshold`: the name of the option for τ.
void add_forum_flags(CommandParser& command, ForumFlags& flags, std::string_view threshold = "threshold");

/// Whether any of them is given.
[[nodiscard]] bool is_given(const ForumFlags& flags);

/// The model that the flags describe. Throws UsageError, or Error about the options file.
[[nodiscard]] ForumModel model_of(const ForumFlags& flags);

}  // namespace cento::cli
