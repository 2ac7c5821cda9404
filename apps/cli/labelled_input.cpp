#include "labelled_input.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

#include "command_parser.hpp"
#include "core/error.hpp"
#include "methods/thread_model.hpp"
#include "study/judged_files.hpp"

namespace cento::cli {

namespace {

namespace fs = std::filesystem;

bool is_pairs_table(const fs::path& path) {
  const std::string name = path.filename().string();
  return name == "pairs.tsv" || name == "pairs.tsv.gz" || name == "pairs.tsv.zst";
}

/// What lies in a folder, if a table of pairs is among it; else nothing.
std::vector<fs::path> entries_with_pairs(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!entry.path().filename().string().starts_with('.')) entries.push_back(entry.path());
  }
  std::sort(entries.begin(), entries.end());
  return std::any_of(entries.begin(), entries.end(), is_pairs_table) ? entries : std::vector<fs::path>();
}

void read_documents(const LabelledOptions& options, CollectionRun& run, LabelledThreads& out) {
  LabelledThreadCollector collector(out);
  BatchSteps steps;
  steps.work = [](DocumentBatch&) { return nullptr; };
  steps.take = [&collector](DocumentBatch& batch, void*) { collector.add(batch); };
  run.read(steps);
  const auto input = open_input(options.pairs_file, options.pairs_file, options.reading.memory_bytes);
  const JudgedLayout layout = look_at_judged_file(*input, JudgedRole::gold, JudgedContent::pairs);
  if (layout.content && *layout.content != JudgedContent::pairs) {
    throw Error(fmt::format("{} holds {}, not pairs of documents with labels (a_id b_id label)", options.pairs_file,
                            describe(*layout.content)));
  }
  collector.label(read_gold_pairs(*input, layout, run.reporter()), options.pairs_file, run.reporter());
}

void read_lines(const LabelledOptions& options, CollectionRun& run, LabelledThreads& out) {
  LabelledLineReader reader(out);
  for (const InputFile& file : run.inputs().files()) {
    reader.read(*open_input(file, options.reading.memory_bytes), run.reporter());
  }
}

}  // namespace

FileUses uses_of(const LabelledOptions& options) {
  return FileUses().reads("--pairs", options.pairs_file).reads("--scores", options.scores_file);
}

void add_labelled_options(CommandParser& command, LabelledOptions& options) {
  command.add_positional("LABELLED", words(options.inputs),
                         "pairs of texts with labels, as JSON lines with id, a, b and label; with --pairs: documents");
  const OptionGroup labels(command, "Labels");
  labels.add("--pairs", text(options.pairs_file), "FILE",
             "labels of pairs of documents, a_id b_id label; pairs.tsv among the inputs is taken for it");
  labels.add("--scores", text(options.scores_file), "FILE",
             "a similarity of each pair from elsewhere, 0 to 1: id score, or a_id b_id score");
}

void find_pairs_file(LabelledOptions& options) {
  if (!options.pairs_file.empty()) return;
  std::vector<std::string> others;
  for (const std::string& input : options.inputs) {
    std::error_code error;
    std::vector<fs::path> entries = {input};
    if (fs::is_directory(input, error)) entries = entries_with_pairs(input);
    if (entries.empty()) others.push_back(input);
    for (const fs::path& entry : entries) {
      if (is_pairs_table(entry) && options.pairs_file.empty()) {
        options.pairs_file = entry.string();
      } else {
        others.push_back(entry.string());
      }
    }
  }
  if (options.pairs_file.empty()) return;
  if (others.empty()) {
    throw UsageError(fmt::format("{} labels pairs of documents; name the documents, too", options.pairs_file));
  }
  options.inputs = std::move(others);
}

void read_labelled(const LabelledOptions& options, CollectionRun& run, LabelledThreads& out) {
  if (options.pairs_file.empty()) {
    read_lines(options, run, out);
  } else {
    read_documents(options, run, out);
  }
}

PairName score_name(const LabelledOptions& options, const LabelledThreads& labelled, const ThreadLabel& pair) {
  if (options.pairs_file.empty()) return {pair.id, {}};
  const auto& documents = labelled.threads.documents;
  return ordered_pair(std::string(documents[pair.a].id), std::string(documents[pair.b].id));
}

std::vector<double> read_outside(const LabelledOptions& options, const LabelledThreads& labelled, CollectionRun& run) {
  if (options.scores_file.empty()) return {};
  const auto input = open_input(options.scores_file, options.scores_file, options.reading.memory_bytes);
  const JudgedContent content = options.pairs_file.empty() ? JudgedContent::questions : JudgedContent::pairs;
  const JudgedLayout layout = look_at_judged_file(*input, JudgedRole::found, content);
  boost::unordered_flat_map<PairName, double, boost::hash<PairName>> scores;
  for (FoundPair& pair : read_found_pairs(*input, layout, run.reporter())) {
    if (!(pair.score >= 0 && pair.score <= 1)) {
      throw Error(fmt::format("{}: a score is {}; similarities go from 0 to 1", options.scores_file, pair.score));
    }
    scores.emplace(std::move(pair.name), pair.score);
  }
  std::vector<double> outside;
  std::uint64_t missing = 0;
  for (const ThreadLabel& pair : labelled.pairs) {
    const auto score = scores.find(score_name(options, labelled, pair));
    outside.push_back(score == scores.end() ? kMissing : score->second);
    missing += score == scores.end() ? 1 : 0;
  }
  if (missing > 0) {
    run.reporter().note(fmt::format("{}: {} no score there; what Cento compares counts alone for them",
                                    options.scores_file, counted(missing, "labelled pair has", "labelled pairs have")));
  }
  return outside;
}

std::string shown_inputs(const LabelledOptions& options) {
  if (!options.pairs_file.empty()) return options.pairs_file;
  if (options.inputs.size() == 1) return options.inputs.front() == "-" ? "<standard input>" : options.inputs.front();
  return fmt::format("{} files", options.inputs.size());
}

}  // namespace cento::cli
