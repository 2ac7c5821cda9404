#include "study/forum/labelled_files.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

#include "cento/error.hpp"
#include "core/counted.hpp"
#include "methods/forum/forum_model.hpp"
#include "study/judge/judged_files.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

bool is_pairs_table(const fs::path& path) {
  const std::string name = path.filename().string();
  return name == "pairs.tsv" || name == "pairs.tsv.gz" || name == "pairs.tsv.zst";
}

/// The entries of a folder if a table of pairs is among them; otherwise none.
std::vector<fs::path> entries_with_pairs(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!entry.path().filename().string().starts_with('.')) entries.push_back(entry.path());
  }
  std::sort(entries.begin(), entries.end());
  return std::any_of(entries.begin(), entries.end(), is_pairs_table) ? entries : std::vector<fs::path>();
}

void read_documents(const LabelledInputs& inputs, const std::string& pairs_file, Job& job, LabelledQuestions& out) {
  LabelledQuestionCollector collector(out);
  job.read(inputs.collection, TakeOnly([&collector](DocumentBatch& batch) { collector.add(batch); }));
  const auto input = open_input(pairs_file, pairs_file, inputs.memory_bytes);
  const JudgedLayout layout = look_at_judged_file(*input, JudgedRole::gold, JudgedContent::pairs);
  if (layout.content && *layout.content != JudgedContent::pairs) {
    throw Error(fmt::format("{} holds {}, not pairs of documents with labels (a_id b_id label)", pairs_file,
                            describe(*layout.content)));
  }
  collector.label(read_gold_pairs(*input, layout, job.reporter()), pairs_file, job.reporter());
}

void read_lines(const LabelledInputs& inputs, Job& job, LabelledQuestions& out) {
  LabelledLineReader reader(out);
  for (const InputFile& file : inputs.list.files()) {
    reader.read(*open_input(file, inputs.memory_bytes), job.reporter());
  }
}

}  // namespace

void find_pairs_file(std::vector<std::string>& inputs, LabelFiles& files) {
  if (!files.pairs_file.empty()) return;
  std::vector<std::string> others;
  for (const std::string& input : inputs) {
    std::error_code error;
    std::vector<fs::path> entries = {input};
    if (fs::is_directory(input, error)) entries = entries_with_pairs(input);
    if (entries.empty()) others.push_back(input);
    for (const fs::path& entry : entries) {
      if (is_pairs_table(entry) && files.pairs_file.empty()) {
        files.pairs_file = entry.string();
      } else {
        others.push_back(entry.string());
      }
    }
  }
  if (files.pairs_file.empty()) return;
  if (others.empty()) {
    throw UsageError(fmt::format("{} labels pairs of documents; name the documents as well", files.pairs_file));
  }
  inputs = std::move(others);
}

void read_labelled(const LabelledInputs& inputs, const LabelFiles& files, Job& job, LabelledQuestions& out) {
  if (files.pairs_file.empty()) {
    read_lines(inputs, job, out);
  } else {
    read_documents(inputs, files.pairs_file, job, out);
  }
}

PairName score_name(const LabelFiles& files, const LabelledQuestions& labelled, const ForumLabel& pair) {
  if (files.pairs_file.empty()) return {pair.id, {}};
  const auto& documents = labelled.threads.documents;
  return ordered_pair(std::string(documents[pair.a].id), std::string(documents[pair.b].id));
}

std::vector<double> read_outside(const LabelFiles& files, const LabelledQuestions& labelled, std::uint64_t memory_bytes,
                                 Reporter& reporter) {
  if (files.scores_file.empty()) return {};
  const auto input = open_input(files.scores_file, files.scores_file, memory_bytes);
  const JudgedContent content = files.pairs_file.empty() ? JudgedContent::questions : JudgedContent::pairs;
  const JudgedLayout layout = look_at_judged_file(*input, JudgedRole::found, content);
  boost::unordered_flat_map<PairName, double, boost::hash<PairName>> scores;
  for (FoundPair& pair : read_found_pairs(*input, layout, reporter)) {
    if (!(pair.score >= 0 && pair.score <= 1)) {
      throw Error(fmt::format("{}: a score must be from 0 to 1, not {}", files.scores_file, pair.score));
    }
    scores.emplace(std::move(pair.name), pair.score);
  }
  std::vector<double> outside;
  std::uint64_t missing = 0;
  for (const ForumLabel& pair : labelled.pairs) {
    const auto score = scores.find(score_name(files, labelled, pair));
    outside.push_back(score == scores.end() ? kMissing : score->second);
    missing += score == scores.end() ? 1 : 0;
  }
  if (missing > 0) {
    reporter.note(fmt::format("{}: {} no score there, so only Cento's comparisons count", files.scores_file,
                              counted(missing, "labelled pair has", "labelled pairs have")));
  }
  return outside;
}

std::string label_source(const std::vector<std::string>& inputs, const LabelFiles& files) {
  if (!files.pairs_file.empty()) return files.pairs_file;
  if (inputs.size() == 1) return inputs.front() == "-" ? "<standard input>" : inputs.front();
  return fmt::format("{} files", inputs.size());
}

}  // namespace cento
