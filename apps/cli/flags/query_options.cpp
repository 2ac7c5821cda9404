#include "flags/query_options.hpp"

#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "flags/index_flags.hpp"
#include "flags/option_flags.hpp"

namespace cento::cli {

namespace {

void add_asking_options(CommandParser& command, QueryOptions& options) {
  QuestionOptions& question = options.question;
  const OptionGroup asking(command, "Asking");
  asking.add("--answers",
             list(options.answers, ',', {"identical", "documents", "passages", "blog", "reuse", "threads"}), "KIND,...",
             "what to report besides identical documents: documents, passages, blog, reuse, threads, or identical for "
             "nothing more (default: documents, passages and threads, if the index keeps them)");
  OptionTable table = options_of(question);
  append(table, {{"asked_threshold", "T", "threads: minimum similarity of threads that ask the same",
                  RealSlot{&options.asking.threshold, kAboveZeroToOne}, "τ", "that of the index"}});
  add_options(command, "Asking", table, {"documents", "passages"});
  command.add("--only-found", flag(options.only_found), "", "omit documents about which nothing is known", "Output");
}

void add_adding_options(CommandParser& command, QueryOptions& options) {
  const OptionGroup adding(command, "Adding");
  adding.add_flag("--add", options.add, "add each document after answering, so that later ones find it");
  adding
      .add("--durable", choice(options.durable, {"each", "batch"}), "HOW",
           fmt::format("write answers once their documents are safely on disk, one at a time or in batches as they "
                       "arrive: each or batch (default: {})",
                       options.durable))
      .needs = "--add";
  add_wait_option(command, options.wait);
}

}  // namespace

void add_query_options(CommandParser& command, QueryOptions& options) {
  add_asking_options(command, options);
  add_options(command, "Reused sentences", options_of(options.reuse));
  add_adding_options(command, options);
}

}  // namespace cento::cli
