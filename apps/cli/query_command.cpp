#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "answer_maker.hpp"
#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "index/index_writer.hpp"
#include "index_flags.hpp"
#include "methods/index_digester.hpp"
#include "query_options.hpp"

namespace cento::cli {

namespace {

bool is_streamed(const QueryOptions& options) {
  return std::find(options.inputs.begin(), options.inputs.end(), "-") != options.inputs.end();
}

bool is_wanted(const QueryOptions& options, std::string_view kind) {
  return std::find(options.answers.begin(), options.answers.end(), kind) != options.answers.end();
}

Questions questions_of(const QueryOptions& options, const IndexOptions& index) {
  Questions questions{options.question, std::nullopt, std::nullopt};
  QuestionOptions& question = questions.index;
  const bool by_default = options.answers.empty();
  question.documents = by_default ? index.documents : is_wanted(options, "documents");
  question.passages = by_default ? index.passages : is_wanted(options, "passages");
  question.blog = is_wanted(options, "blog");
  if (by_default ? !index.threads.empty() : is_wanted(options, "threads")) {
    questions.threads = options.asking;
    questions.threads->limit = question.limit;
  }
  if (is_wanted(options, "reuse")) {
    questions.reuse = options.reuse;
    questions.reuse->limit = question.limit;
  }
  return questions;
}

std::string answers_of(const Questions& questions) {
  std::vector<std::string> answers = {"identical"};
  if (questions.index.documents) answers.emplace_back("documents");
  if (questions.index.passages) answers.emplace_back("passages");
  if (questions.index.blog) answers.emplace_back("blog");
  if (questions.reuse) answers.emplace_back("reuse");
  if (questions.threads) answers.emplace_back("threads");
  return fmt::format("{}", fmt::join(answers, ","));
}

void tell_options(const QueryOptions& options, const Questions& questions, CollectionRun& run) {
  const QuestionOptions& question = questions.index;
  const auto number = [](auto value) { return fmt::format("{}", value); };
  run.tell_option("index", json_string(options.folder));
  run.tell_option("answers", json_string(answers_of(questions)));
  run.tell_option("min_sentences", number(question.min_sentences));
  run.tell_option("gap", number(question.max_gap));
  run.tell_option("collisions", number(question.collisions));
  run.tell_option("max_repeats", number(question.max_repeats));
  run.tell_option("limit", number(question.limit));
  run.tell_option("reuse_by", json_string(options.reuse.way == ReuseWay::qsign ? "qsign" : "words"));
  run.tell_option("theta", number(options.reuse.threshold));
  run.tell_option("asked_threshold", number(options.asking.threshold));
  run.tell_option("only_found", number(options.only_found));
  run.tell_option("add", number(options.add));
  run.tell_option("durable", json_string(options.durable));
}

/// What asking came to, all documents together.
struct QueryTotals {
  AnswerCounts answers;
  RunTotals read;

  void add(const DocumentBatch& batch) {
    read.documents += batch.documents.size();
    for (const Document& document : batch.documents) {
      read.parts += document.parts.size();
      for (const Part& part : document.parts) read.text_bytes += part.text.size();
    }
  }
};

void tell_reused(const ReuseOptions& reuse, const AnswerCounts& counts, CollectionRun& run) {
  std::string line = fmt::format("{} with sentences that overlap with some in the index by {} or more",
                                 counted(counts.with_reused, "document", "documents"), reuse.threshold);
  if (reuse.way == ReuseWay::qsign && counts.asked > 0) {
    const auto asked = static_cast<double>(counts.asked);
    line += fmt::format("; predicted recall {:.3g}, within {:.3g} bits in the mean", counts.predicted_recall / asked,
                        counts.distance / asked);
  }
  run.tell(line);
}

/// Reports what was found damaged in the index since the last time.
class DamageReport {
 public:
  explicit DamageReport(CollectionRun& run) : run_(run) {}

  void update(const IndexView& view) {
    for (const IndexDamage& damage : view.damages()) {
      const auto [known, is_new] = reported_.insert(damage);
      if (is_new) run_.reporter().reject({{known->file, Place::kUnknown, known->byte}, known->reason, {}, 0, {}});
    }
  }

 private:
  CollectionRun& run_;
  std::set<IndexDamage> reported_;
};

void tell_incomplete(const AnswerCounts& counts, CollectionRun& run) {
  if (counts.incomplete == 0) return;
  run.tell("incomplete", counts.incomplete);
  run.tell(fmt::format("{} incomplete: the index is damaged, see `cento index verify`",
                       counted(counts.incomplete, "answer is", "answers are")));
}

void tell_answers(const Questions& questions, const AnswerCounts& counts, CollectionRun& run) {
  const QuestionOptions& question = questions.index;
  run.tell("with_identical", counts.with_identical);
  run.tell("with_similar", counts.with_similar);
  run.tell("with_passages", counts.with_passages);
  run.tell("blog_duplicates", counts.blog_duplicates);
  run.tell("with_reused", counts.with_reused);
  run.tell("with_asked_before", counts.with_asked_before);
  run.tell("left_out", counts.left_out);
  std::string line =
      fmt::format("{} with an identical one in the index", counted(counts.with_identical, "document", "documents"));
  if (question.documents) line += fmt::format(", {} with similar ones", with_thousands(counts.with_similar));
  if (question.passages) line += fmt::format(", {} with passages", with_thousands(counts.with_passages));
  run.tell(line);
  if (question.blog) {
    run.tell(fmt::format("{} with more than {} known sentences",
                         counted(counts.blog_duplicates, "document", "documents"), question.collisions));
  }
  if (questions.threads) {
    run.tell(fmt::format("{} asked before", counted(counts.with_asked_before, "thread was", "threads were")));
  }
  if (questions.reuse) tell_reused(*questions.reuse, counts, run);
  if (counts.left_out > 0) {
    run.tell(fmt::format("{} under \"left_out\" what limits left out",
                         counted(counts.left_out, "answer says", "answers say")));
  }
  tell_incomplete(counts, run);
}

/// The makers of all threads; each is used by one at a time.
class MakerPool {
 public:
  MakerPool(std::shared_ptr<const IndexView> view, const Questions& questions)
      : view_(std::move(view)), questions_(questions) {
    free_.push_back(std::make_unique<AnswerMaker>(view_, questions_));
  }

  std::unique_ptr<AnswerMaker> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<AnswerMaker>(view_, questions_);
    std::unique_ptr<AnswerMaker> maker = std::move(free_.back());
    free_.pop_back();
    return maker;
  }

  void give_back(std::unique_ptr<AnswerMaker> maker) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(maker));
  }

 private:
  std::shared_ptr<const IndexView> view_;
  Questions questions_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<AnswerMaker>> free_;
};

/// What a batch gives.
struct AnsweredBatch {
  std::string lines;
  AnswerCounts counts;
};

/// Asks an index that does not change meanwhile, on all threads.
UnusedInput ask(QueryOptions& options, CollectionRun& run) {
  const auto view = open_index(options.folder, index_digesters());
  read_threads_of(view->options(), options.reading);
  const Questions questions = questions_of(options, view->options());
  tell_options(options, questions, run);
  MakerPool makers(view, questions);
  AtomicFile output(options.output);
  DamageReport damage(run);
  damage.update(*view);
  QueryTotals totals;
  BatchSteps steps;
  steps.work = [&](DocumentBatch& batch) {
    auto out = std::make_shared<AnsweredBatch>();
    auto maker = makers.take();
    for (const Document& document : batch.documents) {
      maker->answer(document, options.only_found, out->lines, out->counts);
    }
    makers.give_back(std::move(maker));
    return out;
  };
  steps.take = [&](DocumentBatch& batch, void* result) {
    const auto& answered = *static_cast<const AnsweredBatch*>(result);
    totals.add(batch);
    totals.answers += answered.counts;
    output.write(answered.lines);
    if (options.reading.as_it_comes) output.flush();
    if (answered.counts.incomplete > 0) damage.update(*view);
  };
  run.read(steps);
  output.publish();
  tell_answers(questions, totals.answers, run);
  return run.finish(totals.read);
}

WriterOptions writer_options(const QueryOptions& options) {
  WriterOptions writer;
  writer.threads = options.threads;
  writer.memory_bytes = options.reading.memory_bytes / 2;
  writer.wait = options.wait;
  return writer;
}

/// Asks about each document what the index knows by then, and adds it.
class AskAndAdd {
 public:
  AskAndAdd(const QueryOptions& options, IndexWriter& writer, AnswerMaker& maker, AtomicFile& output)
      : options_(options), writer_(writer), maker_(maker), output_(output) {}

  /// Answers are written when what they were about is there to stay.
  void take(const DocumentBatch& batch, AnswerCounts& counts) {
    for (const Document& document : batch.documents) {
      maker_.answer(document, options_.only_found, lines_, counts);
      writer_.add(document);
      if (options_.durable == "each") commit();
      maker_.set_view(writer_.view());
    }
    if (options_.durable == "batch" && !batch.documents.empty()) commit();
  }

 private:
  void commit() {
    writer_.commit();
    output_.write(lines_);
    lines_.clear();
    if (options_.reading.as_it_comes) output_.flush();
  }

  const QueryOptions& options_;
  IndexWriter& writer_;
  AnswerMaker& maker_;
  AtomicFile& output_;
  std::string lines_;
};

void tell_added(const AddCounts& counts, std::uint64_t documents, CollectionRun& run) {
  run.tell("added", counts.added);
  run.tell("replaced", counts.replaced);
  run.tell("index_documents", documents);
  run.tell(fmt::format("{} added, {} of them in place of one with the same id; the index has {} now",
                       counted(counts.added, "document", "documents"), with_thousands(counts.replaced),
                       with_thousands(documents)));
}

UnusedInput ask_and_add(QueryOptions& options, CollectionRun& run) {
  IndexWriter writer(options.folder, index_digesters(), writer_options(options));
  read_threads_of(writer.view()->options(), options.reading);
  const Questions questions = questions_of(options, writer.view()->options());
  tell_options(options, questions, run);
  AnswerMaker maker(writer.view(), questions);
  AtomicFile output(options.output);
  AskAndAdd adding(options, writer, maker, output);
  DamageReport damage(run);
  QueryTotals totals;
  BatchSteps steps;
  steps.take = [&](DocumentBatch& batch, void*) {
    const std::uint64_t incomplete = totals.answers.incomplete;
    totals.add(batch);
    adding.take(batch, totals.answers);
    if (totals.answers.incomplete > incomplete) damage.update(*writer.view());
  };
  run.read(steps);
  output.publish();
  tell_answers(questions, totals.answers, run);
  tell_added(writer.counts(), writer.view()->documents(), run);
  if (!writer.merge_failure().empty()) run.tell(merge_failure_line(writer.merge_failure()));
  return run.finish(totals.read);
}

UnusedInput query(QueryOptions& options) {
  options.reading.as_it_comes = is_streamed(options);
  if (options.add) {
    *options.reading.damage_check = DamageCheck::before_use;  // what is added stays
  } else if (options.output == "-") {
    *options.reading.damage_check = DamageCheck::while_streamed;
  }
  CollectionRun run("query", options, FileUses().reads("the index", options.folder).writes("--output", options.output));
  return options.add ? ask_and_add(options, run) : ask(options, run);
}

}  // namespace

Command add_query_command(CommandParser& program) {
  auto options = std::make_shared<QueryOptions>();
  CommandParser* parser = program.add_command(
      "query", "Ask an index what it knows about documents: copies, near-duplicates, passages; and add them.");
  add_index_folder(*parser, options->folder);
  add_inputs(*parser, *options);
  add_output_option(*parser, *options);
  add_query_options(*parser, *options);
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "JSON lines from standard input are answered one by one, as they come.\n\n"
      "Examples:\n"
      "  cento query archive new.jsonl -o answers.jsonl\n"
      "  cento query archive essay.txt --answers passages --min-sentences 2\n"
      "  tail -f incoming.jsonl | cento query archive - --add --only-found");
  return {parser, [options] { return query(*options); }};
}

}  // namespace cento::cli
