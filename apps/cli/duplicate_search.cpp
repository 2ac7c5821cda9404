#include "duplicate_search.hpp"

#include <utility>

#include <fmt/format.h>

#include "command_parser.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "methods/document_signer.hpp"
#include "sign/frequencies_file.hpp"
#include "signature_flags.hpp"
#include "token_statistics.hpp"

namespace cento::cli {

namespace {

constexpr const char* kFinding = "Finding";
constexpr std::uint64_t kDocumentsShare = 16;  // of the memory, for what is kept of documents

/// What a batch gives: the finder's part and the table's.
struct SearchedBatch {
  std::shared_ptr<void> signatures;
  std::vector<DocumentFacts> facts;
  std::uint64_t parts = 0;
  std::uint64_t text_bytes = 0;
};

const DocumentFrequencies* unless_empty(const DocumentFrequencies& frequencies) {
  return frequencies.documents() > 0 ? &frequencies : nullptr;
}

NearDuplicateOptions finding_options(const DuplicateOptions& options) {
  NearDuplicateOptions finding = options.finding;
  finding.threads = options.threads;
  finding.memory_bytes = options.reading.memory_bytes;
  finding.temp_dir = options.reading.temp_dir;
  return finding;
}

std::string number(double value) {
  return fmt::format("{}", value);
}

}  // namespace

FileUses uses_of(const DuplicateOptions& options) {
  return FileUses().reads("--stats", options.statistics_file).reads("--against", options.against);
}

void add_finding_options(CommandParser& command, DuplicateOptions& options) {
  NearDuplicateOptions& finding = options.finding;
  const OptionGroup group(command, kFinding);
  group.add("--method", checked(text(finding.method), check_duplicate_method), "NAME",
            "shingle:N, ndd or other features: all pairs; minhash[:K], simhash: candidates by sketches; exact: "
            "identical texts (default: shingle:5)");
  group.add("--threshold", real(finding.threshold, kAboveZeroToOne), "T", "least Jaccard similarity (default: 0.8)");
  group.add("--features", checked(text(finding.features), check_document_features), "NAME",
            "minhash, simhash: what is sketched and verified (default: shingle:5)");
  group.add("--sample", whole(finding.sample, {0, FeatureOptions::kSampleMost}), "K",
            "keep 1 feature in 2^K, by its hash (default: 0, all)");
  group.add("--sct", whole(finding.sct), "N", "leave out features that more than N documents have (default: none)");
  group.add("--recall", real(finding.recall, kBetweenZeroAndOne), "R",
            "minhash: recall at the threshold (default: 0.95)");
  group.add("--distance", whole(finding.distance, {0, NearDuplicateOptions::kDistanceMost}), "N",
            "simhash: bits of 64 that candidates may differ in (default: 3)");
  group.add("--stats", text(options.statistics_file), "FILE",
            "tables of `cento stats`, for features that need them and for --sct (default: the inputs are counted)");
}

void add_keep_option(CommandParser& command, DuplicateOptions& options) {
  command.add("--keep", checked(text(options.keep), [](const std::string& rule) { KeepPolicy{rule}; }), "RULE",
              "who stays: first, longest, newest, oldest or field:NAME[:min|max] (default: first)", kFinding);
}

DuplicateSearch::DuplicateSearch(const DuplicateOptions& options, CollectionRun& run)
    : options_(options),
      run_(run),
      document_memory_(options.reading.memory_bytes / kDocumentsShare, options.reading.temp_dir),
      documents_(KeepPolicy(options.keep), &document_memory_) {
  const NearDuplicateOptions& finding = options.finding;
  run.tell_option("method", json_string(finding.method));
  run.tell_option("features", json_string(finding.features));
  run.tell_option("threshold", number(finding.threshold));
  run.tell_option("sample", number(finding.sample));
  run.tell_option("sct", number(finding.sct));
  run.tell_option("recall", number(finding.recall));
  run.tell_option("distance", number(finding.distance));
  run.tell_option("stats", json_string(options.statistics_file));
  run.tell_option("keep", json_string(options.keep));
  if (!options.statistics_file.empty()) {
    load_statistics();
  } else if (needs_token_frequencies(finding.method) || needs_token_frequencies(finding.features)) {
    tokens_ = token_statistics({}, options, run);
  }
  NearDuplicateOptions ready = finding_options(options);
  ready.tokens = unless_empty(tokens_);
  ready.known_features = unless_empty(known_features_);
  ready.progress = &run.progress();
  finder_ = std::make_unique<NearDuplicateFinder>(ready);
}

DuplicateSearch::~DuplicateSearch() = default;

/// The tokens' table, and that of the features for --sct if the file has it.
void DuplicateSearch::load_statistics() {
  auto tables = load_frequencies(options_.statistics_file, options_.reading.memory_bytes / 2);
  tokens_ = require_table(options_.statistics_file, tables, "tokens").frequencies;
  const std::string features = compared_features(options_.finding);
  for (SavedFrequencies& table : tables) {
    if (table.counted == features) known_features_ = std::move(table.frequencies);
  }
}

void DuplicateSearch::read(const std::function<void(const DocumentBatch&)>& note) {
  if (!options_.against.empty()) {
    reference_inputs_.emplace(options_.against, run_.reporter());
    read_from(*reference_inputs_, {});
    references_ = static_cast<DocId>(documents_.size());
    totals_ = {};
  }
  read_from(run_.inputs(), note);
}

void DuplicateSearch::read_from(const InputList& inputs, const std::function<void(const DocumentBatch&)>& note) {
  BatchSteps steps;
  steps.work = [&](DocumentBatch& batch) {
    auto out = std::make_shared<SearchedBatch>();
    out->signatures = finder_->sign(batch);
    for (const Document& document : batch.documents) {
      out->facts.push_back(documents_.facts_of(document));
      out->text_bytes += out->facts.back().text_bytes;
      out->parts += document.parts.size();
    }
    return out;
  };
  steps.take = [&](DocumentBatch& batch, void* result) {
    const auto& searched = *static_cast<const SearchedBatch*>(result);
    finder_->add(searched.signatures.get());
    for (std::size_t i = 0; i < batch.documents.size(); ++i) documents_.add(batch.documents[i], searched.facts[i]);
    totals_.documents += batch.documents.size();
    totals_.parts += searched.parts;
    totals_.text_bytes += searched.text_bytes;
    if (note) note(batch);
  };
  run_.read(inputs, steps);
}

void DuplicateSearch::find() {
  if (const auto banding = finder_->banding()) tell_banding(*banding);
  run_.progress().begin_phase("joining");
  found_ = finder_->find();
  finder_.reset();
  repeated_ids_ = documents_.repeated_ids();
  tell_results();
}

/// The predicted S-curve, a few points of it.
void DuplicateSearch::tell_banding(const Banding& banding) {
  std::string curve;
  for (const double similarity : {0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95}) {
    fmt::format_to(std::back_inserter(curve), "{}{:.3g} % at {}", curve.empty() ? "" : ", ",
                   banding.recall_at(similarity) * 100, similarity);
  }
  run_.tell(fmt::format("MinHash: {} bands of {} rows; of the pairs, by similarity, it is predicted to find {}",
                        banding.bands, banding.rows, curve));
}

void DuplicateSearch::tell_results() {
  const NearDuplicateCounts& counts = found_.counts;
  run_.tell("without_features", counts.without_features);
  run_.tell("identical_documents", counts.identical);
  run_.tell("same_words_documents", counts.same_features);
  run_.tell("features", counts.features);
  run_.tell("candidate_pairs", counts.join.candidate_pairs);
  run_.tell("verified_pairs", found_.pairs.size());
  run_.tell("capped_features", counts.join.capped_features);
  run_.tell("capped_sets", counts.join.capped_sets);
  run_.tell("sct_features", counts.sct_features);
  run_.tell("sct_occurrences", counts.sct_occurrences);
  run_.tell("spilled_bytes", counts.join.spilled_bytes);
  run_.tell("repeated_ids", repeated_ids_.ids);
  run_.tell(fmt::format(
      "{}, {} of them verified at {} or more; {} identical to an earlier one{}",
      counted(counts.join.candidate_pairs, "candidate pair", "candidate pairs"), with_thousands(found_.pairs.size()),
      options_.finding.threshold, counted(counts.identical, "document", "documents"),
      counts.same_features == 0
          ? std::string()
          : fmt::format(", {} with the {}", with_thousands(counts.same_features), reason(Removal::same_features))));
  if (counts.without_features > 0) {
    run_.tell(fmt::format("{} documents have nothing to compare (no words, or no feature was sampled) and stay",
                          with_thousands(counts.without_features)));
  }
  if (counts.sct_features > 0) {
    run_.tell(fmt::format("--sct left out {} features ({} occurrences)", with_thousands(counts.sct_features),
                          with_thousands(counts.sct_occurrences)));
  }
  if (counts.join.capped_features > 0) {
    run_.tell(
        fmt::format("{} features are in too many documents of the same kind: of these ({} occurrences) each was "
                    "compared with the first few only, so pairs may be missing",
                    with_thousands(counts.join.capped_features), with_thousands(counts.join.capped_sets)));
  }
  if (repeated_ids_.ids > 0) {
    run_.tell(
        fmt::format("{} ids are those of several documents ({} in all, \"{}\" for example); they were kept apart, "
                    "and results name their place too",
                    with_thousands(repeated_ids_.ids), with_thousands(repeated_ids_.documents),
                    documents_.id(repeated_ids_.examples.front())));
  }
}

std::vector<std::uint8_t> DuplicateSearch::reference_flags() const {
  std::vector<std::uint8_t> flags;
  if (references_ == 0) return flags;
  flags.assign(documents_.size(), 0);
  std::fill_n(flags.begin(), references_, 1);
  return flags;
}

std::vector<Verdict> DuplicateSearch::choose() const {
  if (documents_.without_keep_value() > 0) {
    run_.reporter().note(fmt::format("{} documents have no value for --keep {}; others are kept before them",
                                     with_thousands(documents_.without_keep_value()), options_.keep));
  }
  return choose_survivors(
      {found_.first_of_class, found_.pairs, documents_.ranks(), reference_flags(), found_.first_of_text});
}

std::string_view DuplicateSearch::reason(Removal removal) const {
  const std::string features = compared_features(options_.finding);
  const bool are_words = features == "tokens" || features.starts_with("shingle");
  return removal == Removal::same_features && are_words ? "same words" : describe(removal);
}

NamedDocument DuplicateSearch::name(DocId document, std::string& place) const {
  place = repeated_ids_.has(document) ? documents_.place(document).to_string() : std::string();
  return {documents_.id(document), place};
}

}  // namespace cento::cli
