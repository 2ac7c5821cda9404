#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "core/error.hpp"
#include "core/executor.hpp"
#include "core/json_text.hpp"
#include "document_pairs_file.hpp"
#include "methods/document_signer.hpp"
#include "passage_flags.hpp"
#include "passage_output.hpp"
#include "scan_command.hpp"
#include "scan_documents.hpp"
#include "scan_folder.hpp"
#include "token_statistics.hpp"

namespace cento::cli {

namespace {

std::uint32_t parse_pairs_up_to(const std::string& text) {
  if (text == "all") return PdcOptions::kAll;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == PdcOptions::kAll) {
    throw UsageError(fmt::format("--pairs-up-to {} is neither a number of documents nor `all`", text));
  }
  return number;
}

std::uint64_t memory_for_loose(const ScanOptions& options) {
  constexpr std::uint64_t kShare = 3;
  return options.reading.memory_bytes / kShare;
}

PdcOptions finder_options(const ScanOptions& options) {
  PdcOptions finder;
  finder.passages = options.passages;
  if (options.output.empty()) finder.passages.edges = PassageEdges::sentence;  // nobody sees where they are
  finder.pairs_up_to = parse_pairs_up_to(options.pairs_up_to);
  finder.threads = options.threads;
  finder.memory_bytes = options.reading.memory_bytes;
  if (options.passages.match == SentenceMatching::loose) finder.memory_bytes -= memory_for_loose(options);
  finder.temp_dir = options.reading.temp_dir;
  return finder;
}

void tell_options(const ScanOptions& options, const PdcOptions& finder, CollectionRun& run) {
  run.tell_option("method", json_string(options.method));
  run.tell_option("match", json_string(name_of(finder.passages.match)));
  run.tell_option("signature", json_string(finder.passages.signature));
  run.tell_option("threshold", fmt::format("{}", finder.passages.threshold));
  run.tell_option("min_sentences", fmt::format("{}", finder.passages.min_sentences));
  run.tell_option("gap", fmt::format("{}", finder.passages.max_gap));
  run.tell_option("edges", json_string(name_of(finder.passages.edges)));
  run.tell_option("within", options.passages.within ? "true" : "false");
  run.tell_option("pairs_up_to", json_string(options.pairs_up_to));
  run.tell_option("boilerplate", fmt::format("{}", options.boilerplate));
  run.tell_option("near_duplicate", fmt::format("{}", options.near_duplicate));
  run.tell_option("pairs", json_string(options.pairs_file));
  run.tell_option("against", fmt::format("{}", options.against.size()));
}

LoosePassageOptions loose_options(const ScanOptions& options, Progress& progress) {
  LoosePassageOptions loose;
  loose.progress = &progress;
  loose.threads = options.threads;
  loose.memory_bytes = memory_for_loose(options);
  loose.temp_dir = options.reading.temp_dir;
  return loose;
}

/// What both finders make of a batch.
struct ReadTwice {
  std::shared_ptr<void> sentences;
  std::shared_ptr<void> words;
};

ScanSteps steps_of(PdcFinder& finder, std::optional<LoosePassageFinder>& loose) {
  if (!loose) {
    return {[&](const DocumentBatch& batch) { return finder.read(batch); }, [&](void* batch) { finder.add(batch); }};
  }
  return {[&](const DocumentBatch& batch) {
            return std::make_shared<ReadTwice>(ReadTwice{finder.read(batch), loose->sign(batch)});
          },
          [&](void* batch) {
            const auto& both = *static_cast<const ReadTwice*>(batch);
            finder.add(both.sentences.get());
            loose->add(both.words.get());
          }};
}

void tell_loose(const LoosePassageCounts& counts, CollectionRun& run) {
  run.tell("loose_compared_pairs", counts.compared_pairs);
  run.tell("loose_capped_pairs", counts.capped_pairs);
  run.tell(fmt::format("{} compared in other words",
                       counted(counts.compared_pairs, "pair of documents", "pairs of documents")));
  if (counts.capped_pairs > 0) {
    run.tell(fmt::format("{} are so long or repetitive that not all of their words were compared",
                         counted(counts.capped_pairs, "of these pairs", "of these pairs")));
  }
}

/// Beyond the sentences' numbers: the words next to passages and the texts of families, in another reading.
void recall_words(PdcFinder& finder, ScanDocuments& documents) {
  SentenceRecall& recall = finder.recall();
  for (const DocumentFamily& family : finder.families().list()) {
    recall.want_text(family.first);
  }
  recall.begin_reading();
  if (!recall.wants_anything()) return;
  documents.read_again(
      {[&](const DocumentBatch& batch) { return recall.read(batch); }, [&](void* batch) { recall.add(batch); }});
  recall.finish();
}

void tell_unlisted(const ScanOptions& options, const PdcCounts& counts, CollectionRun& run) {
  std::string what;
  if (counts.families_only > 0) what = counted(counts.families_only, "family", "families");
  if (counts.identical_only > 0) {
    what += (what.empty() ? "" : " and ") + counted(counts.identical_only, "identical text", "identical texts");
  }
  if (what.empty() || options.passages.match == SentenceMatching::loose) return;
  run.tell(
      fmt::format("{} in more than {} documents: told as families, pairs of documents that share nothing else are "
                  "not listed (--pairs-up-to)",
                  what, options.pairs_up_to));
}

/// For programs.
void tell_numbers(const PdcFinder& finder, const PassageOutputCounts& written, CollectionRun& run) {
  const PdcCounts& counts = finder.counts();
  run.tell("sentences", finder.sequence().sentences());
  run.tell("distinct_sentences", finder.sequence().distinct_sentences());
  run.tell("near_sentence_pairs", counts.near_sentence_pairs);
  run.tell("identical_documents", counts.identical_documents);
  run.tell("document_pairs", written.document_pairs);
  run.tell("near_duplicate_pairs", written.near_duplicates);
  run.tell("passages", written.passages);
  run.tell("families", counts.families);
  run.tell("family_places", counts.family_places);
  run.tell("boilerplate_families", written.boilerplate);
  run.tell("families_without_pairs", counts.families_only);
  run.tell("identical_without_pairs", counts.identical_only);
  run.tell("proposed_pairs", counts.proposed_pairs);
  run.tell("capped_groups", counts.capped_groups);
  run.tell("capped_columns", counts.capped_columns);
  run.tell("capped_near_groups", counts.capped_near_groups);
  run.tell("spilled_bytes", counts.spilled_bytes);
}

/// For people.
void tell_findings(const ScanOptions& options, const PdcFinder& finder, const PassageOutputCounts& written,
                   CollectionRun& run) {
  const PdcCounts& counts = finder.counts();
  run.tell(fmt::format(
      "{}, {} distinct; {}; {} identical to an earlier one",
      counted(finder.sequence().sentences(), "sentence", "sentences"),
      with_thousands(finder.sequence().distinct_sentences()),
      counted(counts.near_sentence_pairs, "pair of near-duplicate sentences", "pairs of near-duplicate sentences"),
      counted(counts.identical_documents, "text", "texts")));
  run.tell(fmt::format("{} {}; {} (similarity {} or more)",
                       counted(written.document_pairs, "pair of documents shares", "pairs of documents share"),
                       counted(written.passages, "passage", "passages"),
                       counted(written.near_duplicates, "pair of near-duplicates", "pairs of near-duplicates"),
                       options.near_duplicate));
  run.tell(fmt::format("{} with {}; {} in more than {} documents (boilerplate)",
                       counted(counts.families, "family", "families"), counted(counts.family_places, "place", "places"),
                       with_thousands(written.boilerplate), options.boilerplate));
}

/// What was left out because texts are too repetitive.
void tell_caps(const PdcCounts& counts, CollectionRun& run) {
  if (counts.capped_groups > 0) {
    run.tell(fmt::format("{} repeated so often in a row that longer families with it were left out",
                         counted(counts.capped_groups, "run of sentences is", "runs of sentences are")));
  }
  if (counts.capped_columns > 0) {
    run.tell(fmt::format("{} of very repetitive texts were not compared with all of the other text",
                         counted(counts.capped_columns, "sentence", "sentences")));
  }
  if (counts.capped_near_groups > 0) {
    run.tell(fmt::format("{} of sentences are too alike to compare all with all: near-duplicates may be missing",
                         counted(counts.capped_near_groups, "group", "groups")));
  }
}

}  // namespace

UnusedInput scan_passages(const ScanOptions& options) {
  PdcOptions finding = finder_options(options);
  CollectionRun run("scan", options, scan_uses(options));
  finding.progress = &run.progress();
  tell_options(options, finding, run);
  DocumentFrequencies tokens;
  if (needs_token_frequencies(finding.passages.signature) && finding.passages.match != SentenceMatching::exact) {
    tokens = token_statistics(options.statistics_file, options, run);
    finding.tokens = &tokens;
  }
  const bool is_written = !options.output.empty();
  ScanFolder output(options.output);
  const PassageFiles files{output.add("documents.jsonl"), output.add("passages.jsonl"), output.add("families.jsonl")};
  PdcFinder finder(finding);
  std::optional<LoosePassageFinder> loose;
  if (finding.passages.match == SentenceMatching::loose) loose.emplace(loose_options(options, run.progress()));
  ScanDocuments documents(options, options.against, run);
  if (is_written) documents.keep_pipes();
  documents.read(steps_of(finder, loose), [&] { finder.end_reference(); });
  std::vector<DocPair> listed;
  if (!options.pairs_file.empty()) {
    listed = read_document_pairs(options.pairs_file, documents.table(), run);
    finder.list_pairs(listed);
  }
  run.progress().begin_phase("joining");
  finder.find();
  if (loose) {
    LoosePassages found = options.pairs_file.empty() ? loose->find(documents.references(), finder.document_pairs())
                                                     : loose->find_in(std::move(listed));
    tell_loose(found.counts, run);
    finder.add_loose(std::move(found));
    loose.reset();
  }
  if (is_written) recall_words(finder, documents);
  run.progress().begin_phase("writing");
  const PassageOutputCounts written =
      write_passages({finder, documents, options.near_duplicate, options.boilerplate, options.threads}, files);
  tell_numbers(finder, written, run);
  tell_findings(options, finder, written, run);
  tell_unlisted(options, finder.counts(), run);
  tell_caps(finder.counts(), run);
  output.publish(run.json(documents.totals()));
  return run.finish(documents.totals());
}

}  // namespace cento::cli
