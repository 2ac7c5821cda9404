#include "query_options.hpp"

#include <cstdint>
#include <limits>

#include <CLI/CLI.hpp>

#include "index_flags.hpp"

namespace cento::cli {

namespace {

constexpr const char* kAsking = "Asking";
constexpr const char* kReuse = "Reused sentences";
constexpr const char* kAdding = "Adding";
constexpr std::uint32_t kGapMost = 100;

void add_asking_options(CLI::App& command, QueryOptions& options) {
  QuestionOptions& question = options.question;
  command
      .add_option(
          "--answers", options.answers,
          "what is told besides identical documents: documents, passages, blog, reuse, threads, or identical for "
          "nothing more (default: documents, passages and threads, if the index keeps them)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"identical", "documents", "passages", "blog", "reuse", "threads"}))
      ->option_text("KIND,...")
      ->group(kAsking);
  command.add_option("--limit", question.limit, "answers of each kind, best first (default: 20)")
      ->check(CLI::PositiveNumber)
      ->option_text("N")
      ->group(kAsking);
  command.add_option("--min-sentences", question.min_sentences, "least matched sentences of a passage (default: 3)")
      ->check(CLI::PositiveNumber)
      ->option_text("N")
      ->group(kAsking);
  command
      .add_option("--gap", question.max_gap,
                  "changed, inserted, split or merged sentences that a passage may run over (default: 1)")
      ->check(CLI::Range(std::uint32_t{0}, kGapMost).description(""))
      ->option_text("N")
      ->group(kAsking);
  command
      .add_option("--collisions", question.collisions,
                  "blog: a document is a duplicate if more sentences are known (default: 3)")
      ->option_text("N")
      ->group(kAsking);
  command
      .add_option("--max-repeats", question.max_repeats,
                  "blog: sentences that come more often are everybody's (default: 300)")
      ->check(CLI::PositiveNumber)
      ->option_text("N")
      ->group(kAsking);
  command
      .add_option("--asked-threshold", options.asking.threshold,
                  "threads: least similarity of those that ask the same (default: as the index was made)")
      ->check(CLI::Range(std::numeric_limits<double>::min(), 1.0).description(""))
      ->option_text("T")
      ->group(kAsking);
  command.add_flag("--only-found", options.only_found, "no line for a document that nothing is known about")
      ->group("Output");
}

void add_reuse_options(CLI::App& command, ReuseOptions& reuse) {
  command
      .add_option_function<std::string>(
          "--reuse-by", [&](const std::string& way) { reuse.way = way == "qsign" ? ReuseWay::qsign : ReuseWay::words; },
          "reused sentences by their words, all of them, or by bit signatures: words or qsign (default: words)")
      ->check(CLI::IsMember({"words", "qsign"}))
      ->option_text("WAY")
      ->group(kReuse);
  command.add_option("--theta", reuse.threshold, "least word overlap of a reused sentence (default: 0.7)")
      ->check(CLI::PositiveNumber.description(""))
      ->option_text("T")
      ->group(kReuse);
  command
      .add_option_function<std::string>(
          "--overlap",
          [&](const std::string& formula) {
            reuse.formula = formula == "paper" ? OverlapFormula::paper : OverlapFormula::normalised;
          },
          "word overlap from 0 to 1, or as printed in the paper: normalised or paper (default: normalised)")
      ->check(CLI::IsMember({"normalised", "paper"}))
      ->option_text("FORMULA")
      ->group(kReuse);
  command.add_option("--recall", reuse.recall, "qsign: wanted recall, which the bits follow from (default: 0.9)")
      ->option_text("R")
      ->group(kReuse);
  command.add_option("--false-hits", reuse.false_hits, "qsign: the bits follow from this rate of false hits instead")
      ->option_text("R")
      ->group(kReuse);
  command
      .add_option("--extra-words", reuse.extra_words,
                  "qsign: other words that a reused sentence has (default: by --theta)")
      ->option_text("K")
      ->group(kReuse);
  command.add_option("--distance", reuse.distance, "qsign: bits that signatures may differ in, whatever follows")
      ->option_text("D")
      ->group(kReuse);
}

void add_adding_options(CLI::App& command, QueryOptions& options) {
  CLI::Option* add =
      command.add_flag("--add", options.add, "add each document once it is answered, so that later ones find it");
  add->group(kAdding);
  command
      .add_option("--durable", options.durable,
                  "an answer is written when its document is safe on the disk: each for itself, or in a batch with "
                  "others that are there (default: batch)")
      ->check(CLI::IsMember({"each", "batch"}))
      ->needs(add)
      ->option_text("HOW")
      ->group(kAdding);
  add_wait_option(command, options.wait);
}

}  // namespace

void add_query_options(CLI::App& command, QueryOptions& options) {
  add_asking_options(command, options);
  add_reuse_options(command, options.reuse);
  add_adding_options(command, options);
}

}  // namespace cento::cli
