#include <malloc.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "help_format.hpp"
#include "read/input.hpp"
#include "standard_streams.hpp"
#include "version.hpp"

namespace {

using cento::cli::Command;

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
constexpr int kSomeUnused = 3;  // finished, but some input could not be used

void complain(std::string_view sentence) {
  cento::cli::say(fmt::format("cento: {}\n", sentence));
}

/// Where the user finds how to call it: the help of the command in question.
std::string help_hint(const CLI::App& program) {
  std::string names;
  for (auto chosen = program.get_subcommands(); !chosen.empty(); chosen = chosen.front()->get_subcommands()) {
    names += chosen.front()->get_name() + " ";
  }
  return fmt::format("see: cento {}--help", names);
}

void describe_program(CLI::App& program) {
  program.formatter(std::make_shared<cento::cli::HelpFormat>());
  program.set_help_flag("-h,--help", "show this help");
  program.set_version_flag("--version", fmt::format("cento {}", cento::cli::kVersion), "show the version");
  program.require_subcommand(1);
  program.footer(
      "Example:\n  cento show news.jsonl.gz --limit 3\n\n"
      "Exit codes:\n"
      "  0  all input was processed\n"
      "  1  failed\n"
      "  2  wrong usage\n"
      "  3  finished, but some input could not be used; the last line says how much, and the first of it\n\n"
      "`cento COMMAND --help` tells the options of a command.");
}

/// Refuses a first word that is neither an option nor a command, which CLI11 would report as a missing command.
void check_command(const CLI::App& program, int argc, char** argv) {
  if (argc == 1) throw cento::UsageError("no command was given");
  const std::string_view word = argv[1];
  if (word.starts_with('-')) return;
  const auto is_named = [&](const CLI::App* command) { return command->get_name() == word; };
  const auto commands = program.get_subcommands(nullptr);
  if (std::any_of(commands.begin(), commands.end(), is_named)) return;
  throw cento::UsageError(fmt::format("there is no command \"{}\"", word));
}

/// What --help and --version ask for.
int show_help(const CLI::App& program, const CLI::ParseError& error) {
  std::ostringstream text;
  program.exit(error, text, text);
  cento::AtomicFile output("-");
  output.write(text.str());
  output.publish();
  return kDone;
}

/// Runs the chosen command; once more if it used what turned out to be damaged.
cento::UnusedInput run_until_sound(const std::vector<Command>& commands) {
  try {
    return cento::cli::run_chosen(commands);
  } catch (const cento::RunAgain& damage) {
    complain(fmt::format("{}; starting again without it", damage.what()));
  }
  return cento::cli::run_chosen(commands);
}

int run_program(int argc, char** argv) {
  CLI::App program("Cento finds repeated text in large collections.", "cento");
  describe_program(program);
  const std::vector<Command> commands = {
      cento::cli::add_show_command(program),       cento::cli::add_convert_command(program),
      cento::cli::add_scan_command(program),       cento::cli::add_pairs_command(program),
      cento::cli::add_dedup_command(program),      cento::cli::add_compare_command(program),
      cento::cli::add_threads_command(program),    cento::cli::add_index_command(program),
      cento::cli::add_query_command(program),      cento::cli::add_stats_command(program),
      cento::cli::add_tune_command(program),       cento::cli::add_eval_command(program),
      cento::cli::add_study_command(program),      cento::cli::add_formats_command(program),
      cento::cli::add_completion_command(program),
  };
  for (const Command& command : commands) command.parser->group("Commands");
  try {
    check_command(program, argc, argv);
    program.parse(argc, argv);
    const cento::UnusedInput unused = run_until_sound(commands);
    if (unused.none()) return kDone;
    complain(to_sentence(unused));
    return kSomeUnused;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == kDone) return show_help(program, error);
    complain(fmt::format("{} ({})", error.what(), help_hint(program)));
    return kWrongUsage;
  } catch (const cento::UsageError& error) {
    complain(fmt::format("{} ({})", error.what(), help_hint(program)));
    return kWrongUsage;
  }
}

/// glibc would keep ever larger freed blocks for itself; --memory means what the system sees.
void return_large_blocks_to_the_system() {
  constexpr int kLargeBytes = 4 << 20;
  constexpr int kKeptBytes = 16 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kLargeBytes);
  ::mallopt(M_TRIM_THRESHOLD, kKeptBytes);
}

}  // namespace

cento::UnusedInput cento::cli::run_chosen(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (command.parser->parsed()) return command.run();
  }
  return {};
}

int main(int argc, char** argv) {
  cento::cli::open_closed_streams();
  return_large_blocks_to_the_system();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is then told by write()
  std::signal(SIGXFSZ, SIG_IGN);  // so is a file that may grow no further
  cento::remove_unpublished_files_on_signals();
  try {
    return run_program(argc, argv);
  } catch (const cento::OutputClosed&) {
    return kDone;
  } catch (const std::bad_alloc&) {
    complain("memory ran out; try fewer --threads or a smaller --max-document");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return kFailed;
}
