#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "eval_labelled.hpp"
#include "eval_output.hpp"
#include "run_summary.hpp"
#include "shared_options.hpp"
#include "study/judged_files.hpp"

namespace cento::cli {

namespace {

struct EvalOptions : SharedOptions {
  std::string gold;
  std::string found;  // empty: GOLD is a labelled file that is to be scored first
  PairJudgingOptions judging;
  std::string pairs_file;    // empty: all pairs of documents are judged
  std::string options_file;  // of `cento tune`, when there is nothing found to be judged
  std::string scores_file;   // from outside, for that
};

/// The options of the command line that only make sense for one kind of file.
struct GivenOptions {
  bool threshold = false;
  bool closed = false;
  bool recall = false;
};

/// The gold is scored first, by what was learned.
UnusedInput judge_labelled(const EvalOptions& options, const GivenOptions& given) {
  if (!options.found.empty()) throw UsageError("--options scores a labelled file by itself; leave FOUND out");
  if (given.closed) throw UsageError("--closed is for pairs that were found; with --options all pairs are listed");
  EvalLabelledOptions labelled;
  static_cast<SharedOptions&>(labelled) = static_cast<const SharedOptions&>(options);
  labelled.inputs = {options.gold};
  labelled.options_file = options.options_file;
  labelled.pairs_file = options.pairs_file;
  labelled.scores_file = options.scores_file;
  if (given.threshold) labelled.threshold = options.judging.threshold;
  labelled.recall = options.judging.recall;
  return run_eval_labelled(std::move(labelled));
}

void check_usage(const EvalOptions& options) {
  if (!options.scores_file.empty()) throw UsageError("--scores goes with --options");
  if (options.found.empty()) {
    throw UsageError(
        "with one file --options is needed, which scores its pairs; to judge what was found, name a second file: "
        "cento eval GOLD FOUND");
  }
  if (!std::isfinite(options.judging.threshold)) throw UsageError("--threshold needs a number");
  const int from_standard_input =
      (options.gold == "-" ? 1 : 0) + (options.found == "-" ? 1 : 0) + (options.pairs_file == "-" ? 1 : 0);
  if (from_standard_input > 1) throw UsageError("only one file can come from standard input; save the others");
  FileUses uses;
  uses.reads("GOLD", options.gold).reads("FOUND", options.found).reads("--pairs", options.pairs_file);
  check_uses(options, uses.writes("--output", options.output));
}

void check_options_fit(JudgedContent gold, const EvalOptions& options, const GivenOptions& given) {
  const bool are_pairs = gold == JudgedContent::pairs || gold == JudgedContent::questions;
  if (!options.pairs_file.empty() && gold != JudgedContent::spans) {
    throw UsageError(fmt::format("--pairs is for spans, but {} holds {}", options.gold, describe(gold)));
  }
  if (are_pairs) return;
  for (const auto& [is_given, name] : {std::pair(given.threshold, "--threshold"), std::pair(given.closed, "--closed"),
                                       std::pair(given.recall, "--recall")}) {
    if (is_given) throw UsageError(fmt::format("{} is for pairs, but {} holds {}", name, options.gold, describe(gold)));
  }
}

bool can_be_judged(JudgedContent gold, JudgedContent found) {
  return gold == found || (gold == JudgedContent::pairs && found == JudgedContent::spans);
}

/// A file that is read: opened and looked at.
class JudgedFile {
 public:
  JudgedFile(const std::string& name, JudgedRole role, std::optional<JudgedContent> expected,
             const EvalOptions& options, std::atomic<std::uint64_t>& raw_bytes)
      : name_(name == "-" ? "<standard input>" : name),
        input_(open_input(name_, name, options.reading.memory_bytes, &raw_bytes)),
        layout_(look_at_judged_file(*input_, role, expected)) {}

  Input& input() { return *input_; }
  [[nodiscard]] const JudgedLayout& layout() const { return layout_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::unique_ptr<Input> input_;
  JudgedLayout layout_;
};

/// One run of the command.
class Evaluation {
 public:
  explicit Evaluation(const EvalOptions& options) : options_(options), reporter_(options.reporting) {
    if (!options.stats_file.empty()) statistics_ = std::make_unique<AtomicFile>(options.stats_file);
  }

  UnusedInput run(const GivenOptions& given) {
    AtomicFile output(options_.output);
    JudgedFile gold(options_.gold, JudgedRole::gold, std::nullopt, options_, raw_bytes_);
    if (!gold.layout().content)
      throw Error(fmt::format("{}: the file is empty; there is nothing to judge by", gold.name()));
    const JudgedContent content = *gold.layout().content;
    check_options_fit(content, options_, given);
    JudgedFile found(options_.found, JudgedRole::found, content, options_, raw_bytes_);
    const JudgedContent found_content = found.layout().content.value_or(content);
    if (!can_be_judged(content, found_content)) {
      throw Error(fmt::format("{} holds {} and {} holds {}; they cannot be compared", gold.name(), describe(content),
                              found.name(), describe(found_content)));
    }
    const EvalOutput told = judge(gold, found);
    output.write(told.text);
    output.publish();
    finish(told);
    return reporter_.unused();
  }

 private:
  EvalOutput judge(JudgedFile& gold, JudgedFile& found) {
    switch (*gold.layout().content) {
      case JudgedContent::clusters: return judge_as_clusters(gold, found);
      case JudgedContent::spans: return judge_as_spans(gold, found);
      default: return judge_as_pairs(gold, found);
    }
  }

  EvalOutput judge_as_pairs(JudgedFile& gold, JudgedFile& found) {
    const auto labelled = read_gold_pairs(gold.input(), gold.layout(), reporter_);
    if (labelled.empty()) throw nothing_in(gold);
    const auto positives = std::count_if(labelled.begin(), labelled.end(), [](const auto& p) { return p.is_positive; });
    if (positives == 0 || positives == std::ssize(labelled)) {
      reporter_.note(fmt::format("{}: all labels are {}, so that {} says nothing", gold.name(), positives == 0 ? 0 : 1,
                                 positives == 0 ? "recall" : "precision"));
    }
    return describe(judge_pairs(labelled, read_found_pairs(found.input(), found.layout(), reporter_), options_.judging),
                    options_.judging);
  }

  EvalOutput judge_as_clusters(JudgedFile& gold, JudgedFile& found) {
    const auto items = read_clusters(gold.input(), gold.layout(), reporter_);
    if (items.empty()) throw nothing_in(gold);
    return describe(judge_clusters(items, read_clusters(found.input(), found.layout(), reporter_)));
  }

  EvalOutput judge_as_spans(JudgedFile& gold, JudgedFile& found) {
    const auto spans = read_spans(gold.input(), gold.layout(), reporter_);
    const auto predicted = read_spans(found.input(), found.layout(), reporter_);
    tell_empty(gold, spans);
    tell_empty(found, predicted);
    return describe(judge_spans(spans.spans, predicted.spans, listed_pairs()));
  }

  std::optional<std::vector<ListedPair>> listed_pairs() {
    if (options_.pairs_file.empty()) return std::nullopt;
    JudgedFile file(options_.pairs_file, JudgedRole::gold, JudgedContent::pairs, options_, raw_bytes_);
    auto pairs = read_listed_pairs(file.input(), file.layout(), reporter_);
    if (pairs.empty()) throw Error(fmt::format("{}: no line names a pair of documents for --pairs", file.name()));
    return pairs;
  }

  void tell_empty(const JudgedFile& file, const SpanFile& spans) {
    reporter_.count("empty spans", spans.empty);
    if (spans.empty == 0) return;
    reporter_.note(fmt::format("{}: {} left out", file.name(),
                               counted(spans.empty, "span with an empty side was", "spans with an empty side were")));
  }

  static Error nothing_in(const JudgedFile& gold) {
    return Error(fmt::format("{}: no line can be used; there is nothing to judge by", gold.name()));
  }

  void finish(const EvalOutput& told) {
    reporter_.finish();
    if (statistics_ == nullptr) return;
    RunSummary summary;
    summary.command = "eval";
    summary.files = options_.pairs_file.empty() ? 2 : 3;
    summary.input_bytes = raw_bytes_;
    summary.unused = reporter_.unused();
    summary.counts = reporter_.counts();
    summary.measures_json = told.measures_json;
    summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    summary.peak_memory_bytes = peak_memory_bytes();
    summary.options_json = options_json();
    statistics_->write(to_json(summary));
    statistics_->publish();
  }

  [[nodiscard]] std::string options_json() const {
    std::string own;
    append_json_field(own, "gold", options_.gold);
    append_json_field(own, "found", options_.found);
    append_json_field(own, "pairs", options_.pairs_file);
    own += fmt::format(",\"threshold\":{},\"closed\":{},\"recall\":{}", options_.judging.threshold,
                       options_.judging.closed, options_.judging.recall);
    std::string json = to_json(static_cast<const SharedOptions&>(options_));
    json.insert(json.size() - 1, "," + own);
    return json;
  }

  const EvalOptions& options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Reporter reporter_;
  std::unique_ptr<AtomicFile> statistics_;  // null: not written
  std::atomic<std::uint64_t> raw_bytes_ = 0;
};

void add_judging_options(CommandParser& parser, EvalOptions& options) {
  const OptionGroup judging(parser, "Judging");
  judging.add("--threshold", real(options.judging.threshold, kAnyNumber), "T",
              "pairs: found with this score or more (default: 0.5)");
  judging.add_flag("--closed", options.judging.closed, "pairs: what the gold does not list is wrong");
  judging.add("--recall", real(options.judging.recall, kZeroToOne), "R",
              "pairs: tell the best precision at this recall (default: 0.5)");
  judging.add("--pairs", text(options.pairs_file), "FILE",
              "spans: judge only these pairs of documents (a_id b_id label kind)");
  judging.add("--options", text(options.options_file), "FILE",
              "score the labelled pairs of GOLD (id, a, b, label) by what `cento tune` learned, and judge that; "
              "-o gets the scores");
  judging.add("--scores", text(options.scores_file), "FILE",
              "with --options: a similarity of each pair from elsewhere");
}

}  // namespace

Command add_eval_command(CommandParser& program) {
  auto options = std::make_shared<EvalOptions>();
  CommandParser* parser =
      program.add_command("eval",
                          "Judge pairs, clusters or spans that were found by those that should be found.\n"
                          "Precision, recall and F1; for clusters B-cubed, for spans plagdet.");
  parser->add_positional("GOLD", text(options->gold),
                         "what should be found: a table or JSON lines; - for standard input");
  parser->add_positional("FOUND", text(options->found), "what was found: such a table, or what Cento wrote")
      .is_required = false;
  add_judging_options(*parser, *options);
  add_output_option(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento eval pairs.tsv found.jsonl --threshold 0.8\n"
      "  cento eval clusters.tsv clusters.jsonl\n"
      "  cento eval labelled.jsonl --options options.json -o scores.tsv\n"
      "  cento eval spans.tsv passages.jsonl --pairs pairs.tsv --stats-json scores.json");
  return {parser, [options, parser] {
            const GivenOptions given{parser->count("--threshold") > 0, parser->count("--closed") > 0,
                                     parser->count("--recall") > 0};
            if (!options->options_file.empty()) return judge_labelled(*options, given);
            check_usage(*options);
            return Evaluation(*options).run(given);
          }};
}

}  // namespace cento::cli
