#include "query_options.hpp"

#include <cstdint>
#include <string_view>

#include "command_parser.hpp"
#include "index_flags.hpp"

namespace cento::cli {

namespace {

constexpr std::uint32_t kGapMost = 100;

void add_asking_options(CommandParser& command, QueryOptions& options) {
  QuestionOptions& question = options.question;
  const OptionGroup asking(command, "Asking");
  asking.add("--answers",
             list(options.answers, ',', {"identical", "documents", "passages", "blog", "reuse", "threads"}), "KIND,...",
             "what is told besides identical documents: documents, passages, blog, reuse, threads, or identical for "
             "nothing more (default: documents, passages and threads, if the index keeps them)");
  asking.add("--limit", whole(question.limit, at_least(1)), "N", "answers of each kind, best first (default: 20)");
  asking.add("--min-sentences", whole(question.min_sentences, at_least(1)), "N",
             "least matched sentences of a passage (default: 3)");
  asking.add("--gap", whole(question.max_gap, {0, kGapMost}), "N",
             "changed, inserted, split or merged sentences that a passage may run over (default: 1)");
  asking.add("--collisions", whole(question.collisions), "N",
             "blog: a document is a duplicate if more sentences are known (default: 3)");
  asking.add("--max-repeats", whole(question.max_repeats, at_least(1)), "N",
             "blog: sentences that come more often are everybody's (default: 300)");
  asking.add("--asked-threshold", real(options.asking.threshold, kAboveZeroToOne), "T",
             "threads: least similarity of those that ask the same (default: as the index was made)");
  command.add("--only-found", flag(options.only_found), "", "no line for a document that nothing is known about",
              "Output");
}

void add_reuse_options(CommandParser& command, ReuseOptions& reuse) {
  const OptionGroup group(command, "Reused sentences");
  group.add("--reuse-by",
            choice({"words", "qsign"},
                   [&reuse](std::string_view way) { reuse.way = way == "qsign" ? ReuseWay::qsign : ReuseWay::words; }),
            "WAY",
            "reused sentences by their words, all of them, or by bit signatures: words or qsign (default: words)");
  group.add("--theta", real(reuse.threshold, kAboveZero), "T",
            "least word overlap of a reused sentence (default: 0.7)");
  group.add("--overlap",
            choice({"normalised", "paper"},
                   [&reuse](std::string_view formula) {
                     reuse.formula = formula == "paper" ? OverlapFormula::paper : OverlapFormula::normalised;
                   }),
            "FORMULA",
            "word overlap from 0 to 1, or as printed in the paper: normalised or paper (default: normalised)");
  group.add("--recall", real(reuse.recall, kAboveZeroToOne), "R",
            "qsign: wanted recall, which the bits follow from (default: 0.9)");
  group.add("--false-hits", real(reuse.false_hits, kAboveZeroToOne), "R",
            "qsign: the bits follow from this rate of false hits instead");
  group.add("--extra-words", real(reuse.extra_words, kZeroOrMore), "K",
            "qsign: other words that a reused sentence has (default: by --theta)");
  group.add("--distance", whole(reuse.distance), "D", "qsign: bits that signatures may differ in, whatever follows");
}

void add_adding_options(CommandParser& command, QueryOptions& options) {
  const OptionGroup adding(command, "Adding");
  adding.add_flag("--add", options.add, "add each document once it is answered, so that later ones find it");
  adding
      .add("--durable", choice(options.durable, {"each", "batch"}), "HOW",
           "an answer is written when its document is safe on the disk: each for itself, or in a batch with "
           "others that are there (default: batch)")
      .needs = "--add";
  add_wait_option(command, options.wait);
}

}  // namespace

void add_query_options(CommandParser& command, QueryOptions& options) {
  add_asking_options(command, options);
  add_reuse_options(command, options.reuse);
  add_adding_options(command, options);
}

}  // namespace cento::cli
