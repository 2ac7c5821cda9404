#include <malloc.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "core/terminal_text.hpp"
#include "help_format.hpp"
#include "read/input.hpp"
#include "standard_streams.hpp"
#include "version.hpp"

namespace {

using cento::cli::Command;
using cento::cli::CommandParser;

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
constexpr int kSomeUnused = 3;  // finished, but some input could not be used

/// A sentence that goes on with a hint.
std::string_view without_full_stop(std::string_view sentence) {
  const bool has_one = sentence.ends_with('.') && !sentence.ends_with("..");
  return has_one ? sentence.substr(0, sentence.size() - 1) : sentence;
}

void complain(std::string_view sentence) {
  cento::cli::say(fmt::format("cento: {}\n", cento::shown_on_standard_error(sentence)));
}

int print(const std::string& text) {
  cento::AtomicFile output("-");
  output.write(text);
  output.publish();
  return kDone;
}

/// Where the user finds how to call it: the help of the command in question.
std::string help_hint(const CommandParser& program) {
  return fmt::format("see: {} --help", program.chosen().full_name());
}

/// What is done instead of a command.
struct ProgramFlags {
  bool version = false;
};

void describe_program(CommandParser& program, ProgramFlags& flags) {
  program.add("--version", cento::cli::flag(flags.version), "", "show the version");
  program.footer(
      "Example:\n  cento show news.jsonl.gz --limit 3\n\n"
      "Exit codes:\n"
      "  0  all input was processed\n"
      "  1  failed\n"
      "  2  wrong usage\n"
      "  3  finished, but some input could not be used: see the last line\n\n"
      "`cento COMMAND --help` tells the options of a command.");
}

void check_command_is_given(const CommandParser& program) {
  if (!program.chosen().commands().empty()) throw cento::UsageError("no command was given");
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

int run_program(std::span<const std::string> words) {
  CommandParser program("cento", "Cento finds repeated text in large collections.");
  ProgramFlags flags;
  describe_program(program, flags);
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
  try {
    program.parse(words);
    if (program.asks_for_help()) return print(help_of(program.chosen()));
    if (flags.version) return print(fmt::format("cento {}\n", cento::cli::kVersion));
    check_command_is_given(program);
    const cento::UnusedInput unused = run_until_sound(commands);
    if (unused.none()) return kDone;
    complain(to_sentence(unused));
    return kSomeUnused;
  } catch (const cento::UsageError& error) {
    complain(fmt::format("{} ({})", without_full_stop(error.what()), help_hint(program)));
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
    if (command.parser->is_chosen()) return command.run();
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
    return run_program(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
  } catch (const cento::OutputClosed&) {
    return kDone;
  } catch (const std::bad_alloc&) {
    complain("memory ran out; try fewer --threads or a smaller --max-document");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return kFailed;
}
