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

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "command_line/help_format.hpp"
#include "commands/commands.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/removed_on_signal.hpp"
#include "core/terminal_text.hpp"
#include "output/flag_names.hpp"
#include "output/interruption.hpp"
#include "output/standard_streams.hpp"
#include "read/input/input.hpp"
#include "version.hpp"

namespace {

using cento::cli::Command;
using cento::cli::CommandParser;

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
constexpr int kSomeUnused = 3;  // finished, but some input could not be used

/// For a sentence that a hint follows.
std::string_view without_full_stop(std::string_view sentence) {
  const bool has_one = sentence.ends_with('.') && !sentence.ends_with("..");
  return has_one ? sentence.substr(0, sentence.size() - 1) : sentence;
}

void complain(std::string_view sentence) {
  cento::cli::say(fmt::format("cento: {}\n", cento::shown_on_standard_error(cento::cli::with_flags(sentence))));
}

int print(const std::string& text) {
  cento::AtomicFile output("-");
  output.write(text);
  output.publish();
  return kDone;
}

/// Points to the help of the chosen command.
std::string help_hint(const CommandParser& program) {
  return fmt::format("see: {} --help", program.chosen().full_name());
}

/// Flags that replace a command.
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
      "`cento COMMAND --help` lists the options of a command.");
}

void check_command_is_given(const CommandParser& program) {
  if (!program.chosen().commands().empty()) throw cento::UsageError("no command was given");
}

/// Runs the chosen command, and again if it used something that turned out to be damaged.
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

/// glibc would keep ever larger freed blocks; --memory limits what the system sees.
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
  std::signal(SIGPIPE, SIG_IGN);  // write() then reports a closed pipe
  std::signal(SIGXFSZ, SIG_IGN);  // and a file that has reached its size limit
  cento::fail_on_lost_pages();
  cento::cli::Interruption::watch();
  try {
    return run_program(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
  } catch (const cento::OutputClosed&) {
    return kDone;
  } catch (const cento::Stopped&) {
    cento::cli::Interruption::end();
  } catch (const std::bad_alloc&) {
    complain("out of memory; try fewer --threads or a smaller --max-document");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return kFailed;
}
