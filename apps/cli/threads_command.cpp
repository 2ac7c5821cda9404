#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "core/spillable_memory.hpp"
#include "document_pairs_file.hpp"
#include "group/class_pairs.hpp"
#include "group/document_table.hpp"
#include "group/survivors.hpp"
#include "methods/document_signer.hpp"
#include "methods/thread_signer.hpp"
#include "methods/threads.hpp"
#include "pair_output.hpp"
#include "thread_flags.hpp"
#include "token_statistics.hpp"
#include "write/thread_records.hpp"

namespace cento::cli {

namespace {

struct ThreadsOptions : SharedOptions {
  ThreadFlags comparing;
  std::string scores_file;    // similarities from outside; empty: none
  double scores_weight = -1;  // of those; negative: as the model has it
  std::string by = "document";
  std::string keep = "oldest";
  PairOutputOptions writing;
};

constexpr double kUsualScoresWeight = 0.3;
constexpr std::uint64_t kTableShare = 20;  // of the memory

KeepPolicy policy_of(const std::string& keep) {
  return KeepPolicy(keep == "answered" ? "field:answers:max" : keep);
}

ThreadModel model_with_scores(const ThreadsOptions& options) {
  ThreadModel model = model_of(options.comparing);
  if (options.scores_weight >= 0) model.outside_weight = options.scores_weight;
  if (!options.scores_file.empty() && model.outside_weight == 0) model.outside_weight = kUsualScoresWeight;
  return model;
}

bool needs_statistics(const ThreadModel& model) {
  const auto fields = fields_of(model);
  return std::any_of(fields.begin(), fields.end(),
                     [](const ThreadField& field) { return needs_token_frequencies(field.features); });
}

/// Groups of documents go by pairs of features; a similarity from 0 to 1 is as good as some of 2^30 features.
SimilarPair as_features(const ThreadPair& pair) {
  constexpr std::uint32_t kOne = std::uint32_t{1} << 30;
  const auto shared = static_cast<std::uint32_t>(std::lround(pair.similarity * kOne));
  return {pair.a, pair.b, shared, kOne, shared};
}

/// What a batch gives: the comparer's part and the table's.
struct ThreadBatch {
  std::shared_ptr<void> signatures;
  std::vector<DocumentFacts> facts;
};

/// One run of the command.
class ThreadsRun {
 public:
  ThreadsRun(const ThreadsOptions& options, CollectionRun& run)
      : options_(options),
        run_(run),
        model_(model_with_scores(options)),
        document_memory_(options.reading.memory_bytes / kTableShare, options.reading.temp_dir),
        documents_(policy_of(options.keep), &document_memory_),
        pairs_(&document_memory_) {
    for (const ComparedPart& part : model_.parts) part_labels_.push_back(part_label(part));
    if (needs_statistics(model_)) tokens_ = token_statistics({}, options, run);
    comparer_ =
        std::make_unique<ThreadComparer>(model_, ThreadRunOptions{options.threads, options.reading.memory_bytes,
                                                                  options.reading.temp_dir, &tokens_, &run.progress()});
    run.tell_option("model", to_json(model_));
    run.tell_option("by", json_string(options.by));
    run.tell_option("keep", json_string(options.keep));
    run.tell_option("scores", json_string(options.scores_file));
  }

  void read() {
    BatchSteps steps;
    steps.work = [&](DocumentBatch& batch) {
      auto out = std::make_shared<ThreadBatch>();
      out->signatures = comparer_->sign(batch);
      for (const Document& document : batch.documents) out->facts.push_back(documents_.facts_of(document));
      return out;
    };
    steps.take = [&](DocumentBatch& batch, void* result) {
      const auto& signed_batch = *static_cast<const ThreadBatch*>(result);
      comparer_->add(signed_batch.signatures.get());
      for (std::size_t i = 0; i < batch.documents.size(); ++i) {
        documents_.add(batch.documents[i], signed_batch.facts[i]);
        totals_.parts += batch.documents[i].parts.size();
        totals_.text_bytes += signed_batch.facts[i].text_bytes;
      }
      totals_.documents += batch.documents.size();
    };
    run_.read(steps);
  }

  void find() {
    run_.progress().begin_phase("joining");
    comparer_->prepare();
    std::vector<OutsideScore> outside;
    if (!options_.scores_file.empty()) {
      for (const ScoredDocuments& row : read_document_scores(options_.scores_file, documents_, run_)) {
        outside.push_back({row.a, row.b, row.score});
      }
    }
    ThreadSearchOptions search;
    search.partitioning = options_.by == "term" ? Partitioning::by_term : Partitioning::by_document;
    found_ = find_duplicate_threads(*comparer_, outside, search);
    pairs_.reserve(found_.pairs.size());
    for (const ThreadPair& pair : found_.pairs) pairs_.push_back(as_features(pair));
    release(found_.pairs);
    repeated_ids_ = documents_.repeated_ids();
    tell_search();
  }

  void write_pairs(AtomicFile& output) {
    const ClassPairs pairs(found_.first_of_class, pairs_, options_.writing.pairs_up_to);
    const PlaceColumns places = repeated_ids_.ids > 0 ? PlaceColumns::yes : PlaceColumns::no;
    const bool tsv = is_tsv(options_.writing, options_.output);
    std::string line;
    run_.progress().begin_phase("writing");
    run_.progress().begin_step(pairs.listed());
    if (tsv) append_thread_pair_header(line, named_parts(), places);
    pairs.for_each([&](const SimilarPair& pair) {
      append(pair, tsv, places, line);
      output.write(line);
      line.clear();
      run_.progress().advance();
    });
    output.write(line);
    run_.tell("pairs", pairs.listed());
    run_.tell("pairs_left_out", pairs.left_out());
    run_.tell(pairs.left_out() == 0
                  ? counted(pairs.listed(), "pair", "pairs")
                  : fmt::format("{} pairs; {} more between copies of the same thread were left out (--pairs-up-to {})",
                                with_thousands(pairs.listed()), with_thousands(pairs.left_out()),
                                options_.writing.pairs_up_to));
  }

  void write_clusters(AtomicFile& output) {
    const std::vector<Verdict> verdicts = choose_survivors({found_.first_of_class, pairs_, documents_.ranks(), {}});
    cli::write_clusters(
        verdicts, [&](DocId thread, std::string& place) { return name(thread, place); }, output);
    const SurvivorCounts counts = count_survivors(verdicts, {});
    run_.tell("clusters", counts.clusters);
    run_.tell("removable", counts.removed());
    run_.tell(fmt::format("{}; {} a duplicate of the thread that stands for its cluster",
                          counted(counts.clusters, "cluster", "clusters"),
                          counted(counts.removed(), "thread is", "threads are each")));
  }

  [[nodiscard]] const RunTotals& totals() const { return totals_; }

 private:
  [[nodiscard]] std::vector<PartSimilarity> named_parts() const {
    std::vector<PartSimilarity> parts;
    for (const std::string& part : part_labels_) parts.push_back({part, kMissing});
    return parts;
  }

  [[nodiscard]] NamedDocument name(DocId thread, std::string& place) const {
    place = repeated_ids_.has(thread) ? documents_.place(thread).to_string() : std::string();
    return {documents_.id(thread), place};
  }

  void append(const SimilarPair& pair, bool tsv, PlaceColumns places, std::string& line) {
    comparer_->compare(pair.a, pair.b, similarities_);
    part_similarities(model_, similarities_, part_values_);
    std::vector<PartSimilarity> parts = named_parts();
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].similarity = part_values_[i];
    std::string place_a;
    std::string place_b;
    const ThreadPairRecord record{name(pair.a, place_a), name(pair.b, place_b), pair.similarity(), parts};
    if (tsv) {
      append_thread_pair_row(line, record, places);
    } else {
      append_thread_pair_line(line, record);
    }
  }

  void tell_search() {
    const ThreadSearchCounts& counts = found_.counts;
    WeightedJoinCounts joins;
    for (const PartSearch& search : counts.searches) joins += search.counts;
    run_.tell("identical_threads", counts.identical);
    run_.tell("without_features", counts.without_features);
    run_.tell("proposed_pairs", joins.proposed_pairs);
    run_.tell("given_up", joins.given_up);
    run_.tell("scored_pairs", counts.scored_pairs);
    run_.tell("verified_pairs", pairs_.size());
    run_.tell("capped_pairs", counts.capped_pairs);
    const double share =
        static_cast<double>(joins.given_up) / static_cast<double>(std::max<std::uint64_t>(1, joins.proposed_pairs));
    run_.tell(fmt::format("{} by one part, {:.0f} % of them given up early; {} scored by all parts, {} at {} or more",
                          counted(joins.proposed_pairs, "candidate pair", "candidate pairs"), 100 * share,
                          with_thousands(counts.scored_pairs), with_thousands(pairs_.size()), model_.threshold));
    if (counts.identical > 0) {
      run_.tell(
          counted(counts.identical, "thread is the same as an earlier one", "threads are the same as earlier ones"));
    }
    if (counts.without_features > 0) {
      run_.tell(fmt::format("{} nothing to compare: no words in {}",
                            counted(counts.without_features, "thread has", "threads have"), names_of_parts()));
    }
    if (counts.capped_groups > 0) {
      run_.tell(
          fmt::format("{} of threads with the same or a similar text were too large to compare all ({} pairs): "
                      "those were only found by their other parts",
                      counted(counts.capped_groups, "group", "groups"), with_thousands(counts.capped_pairs)));
    }
  }

  [[nodiscard]] std::string names_of_parts() const {
    std::string names;
    for (const std::string& part : part_labels_) names += (names.empty() ? "" : ", ") + part;
    return names;
  }

  const ThreadsOptions& options_;
  CollectionRun& run_;
  ThreadModel model_;
  std::vector<std::string> part_labels_;  // how records name the parts
  DocumentFrequencies tokens_;
  std::unique_ptr<ThreadComparer> comparer_;
  SpillableMemory document_memory_;
  DocumentTable documents_;
  RepeatedIds repeated_ids_;
  RunTotals totals_;
  DuplicateThreads found_;
  SpillableVector<SimilarPair> pairs_;
  ThreadSimilarities similarities_;
  std::vector<double> part_values_;
};

UnusedInput find_threads(ThreadsOptions options) {
  FileUses uses;
  uses.reads("--options", options.comparing.options_file).reads("--scores", options.scores_file);
  uses.writes("--output", options.output).writes("--clusters", options.writing.clusters_file);
  check_uses(options, uses);
  read_parts_of(model_with_scores(options), options.reading);
  CollectionRun run("threads", options, uses);
  ThreadsRun threads(options, run);
  AtomicFile output(options.output);
  std::unique_ptr<AtomicFile> clusters;
  if (!options.writing.clusters_file.empty()) clusters = std::make_unique<AtomicFile>(options.writing.clusters_file);
  threads.read();
  threads.find();
  threads.write_pairs(output);
  if (clusters != nullptr) threads.write_clusters(*clusters);
  output.publish();
  if (clusters != nullptr) clusters->publish();
  return run.finish(threads.totals());
}

}  // namespace

Command add_threads_command(CommandParser& program) {
  auto options = std::make_shared<ThreadsOptions>();
  CommandParser* parser = program.add_command(
      "threads",
      "Find threads of a Q&A forum that ask the same: pairs with the similarity of each part, and clusters.");
  add_inputs(*parser, *options);
  add_output_option(*parser, *options);
  add_pair_output_options(*parser, options->writing, "threads");
  parser->add("--keep", checked(text(options->keep), [](const std::string& rule) { policy_of(rule); }), "RULE",
              "who stands for a cluster: oldest, answered (most answers), first, longest, newest or "
              "field:NAME[:min|max] (default: oldest)",
              "Output");
  add_thread_flags(*parser, options->comparing);
  const OptionGroup comparing(*parser, "Comparing");
  comparing.add("--scores", text(options->scores_file), "FILE",
                "similarities of pairs from elsewhere: a, b, score from 0 to 1");
  comparing.add("--scores-weight", real(options->scores_weight, kZeroOrMore), "W",
                "their weight beside those of the parts (default: 0.3, or as --options has it)");
  comparing.add("--by", choice(options->by, {"document", "term"}), "HOW",
                "how the index is cut: by document or by term; the result is the same (default: document)");
  add_reading_options(*parser, *options);
  add_running_options(*parser, *options);
  parser->footer(
      "Examples:\n"
      "  cento threads Posts.xml -o pairs.tsv --clusters clusters.jsonl\n"
      "  cento threads threads.jsonl --parts title=0.4,body=0.2,answer=0.4 --threshold 0.6\n"
      "  cento threads threads.jsonl --options tuned.json --scores embeddings.tsv -o pairs.jsonl");
  return {parser, [options] { return find_threads(*options); }};
}

}  // namespace cento::cli
