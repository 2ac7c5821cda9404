#include "flags/forum_flags.hpp"

#include "command_line/command_parser.hpp"
#include "engine/options/forum_model_file.hpp"
#include "flags/option_flags.hpp"
#include "methods/forum/forum_comparison.hpp"

namespace cento::cli {

void add_forum_flags(CommandParser& command, ForumFlags& flags, std::string_view threshold) {
  constexpr const char* kComparing = "Comparing";
  command.add("--options", text(flags.options_file), "FILE", "how to compare threads, as learned by `cento tune`",
              kComparing);
  OptionTable table = options_of(static_cast<ForumComparison&>(flags));
  for (Option& option : table) {
    if (option.name == "threshold") option.name = threshold;
  }
  add_options(command, kComparing, table);
}

bool is_given(const ForumFlags& flags) {
  return !flags.options_file.empty() || is_given(static_cast<const ForumComparison&>(flags));
}

ForumModel model_of(const ForumFlags& flags) {
  return load_forum_model(flags.options_file, flags);
}

}  // namespace cento::cli
