#include "engine/scan/passage_scan.hpp"

#include <atomic>
#include <utility>

#include "core/parallel/executor.hpp"
#include "engine/scan/family_pieces.hpp"
#include "engine/scan/passage_batches.hpp"
#include "engine/statistics/token_statistics.hpp"
#include "methods/ndd/document_signer.hpp"

namespace cento {

namespace {

std::uint64_t memory_for_loose(const Job& job) {
  constexpr std::uint64_t kShare = 3;
  return job.memory_bytes() / kShare;
}

DocumentFrequencies tokens_for(const ScanOptions& options, Collection& inputs, Job& job) {
  const PassageOptions& passages = options.passages;
  if (passages.match == SentenceMatching::exact || !needs_token_frequencies(passages.signature)) return {};
  return token_statistics(options.statistics_file, inputs, job);
}

PdcOptions finder_options(const ScanOptions& options, const Job& job, const DocumentFrequencies& tokens,
                          bool are_records_wanted) {
  PdcOptions finder;
  job.give_resources(finder);
  finder.passages = options.passages;
  if (!are_records_wanted) finder.passages.edges = PassageEdges::sentence;  // their positions are not written
  finder.pairs_up_to = options.pairs_up_to;
  if (options.passages.match == SentenceMatching::loose) finder.memory_bytes -= memory_for_loose(job);
  if (tokens.documents() > 0) finder.tokens = &tokens;
  return finder;
}

/// A batch as prepared for the finders.
struct ReadBatch {
  std::shared_ptr<PdcFinder::Batch> sentences;
  std::shared_ptr<LoosePassageFinder::Batch> words;  // null unless matching is loose
};

}  // namespace

PassageScan::PassageScan(const ScanOptions& options, Job& job, const JobCollections& collections, PassageSink* sink)
    : options_(options),
      job_(job),
      sink_(sink),
      tokens_(tokens_for(options, collections.inputs, job)),
      finder_(finder_options(options, job, tokens_, sink != nullptr)),
      documents_(job, collections, KeepPolicy("first")) {
  if (sink != nullptr) documents_.keep_collections();
  if (options.passages.match != SentenceMatching::loose) return;
  LoosePassageOptions loose;
  job.give_resources(loose);
  loose.memory_bytes = memory_for_loose(job);
  loose_.emplace(loose);
}

PassageScan::~PassageScan() = default;

void PassageScan::read() {
  const auto make = [&](const DocumentBatch& batch) {
    return ReadBatch{finder_.read(batch), loose_ ? loose_->sign(batch) : nullptr};
  };
  const auto add = [&](const ReadBatch& batch) {
    finder_.add(*batch.sentences);
    if (loose_) loose_->add(*batch.words);
  };
  documents_.read(make, add, [&] { finder_.end_reference(); });
}

void PassageScan::list_pairs(std::vector<DocPair> pairs) {
  finder_.list_pairs(pairs);
  listed_ = std::move(pairs);
}

void PassageScan::find() {
  job_.progress().begin_phase("joining");
  finder_.find();
  if (loose_) {
    LoosePassages found = listed_ ? loose_->find_in(std::move(*listed_))
                                  : loose_->find(documents_.references(), finder_.document_pairs());
    loose_counts_ = found.counts;
    finder_.add_loose(std::move(found));
    loose_.reset();
  }
  if (sink_ != nullptr) recall_words();
}

/// Reads the inputs again for the words next to passages and the texts of families.
void PassageScan::recall_words() {
  SentenceRecall& recall = finder_.recall();
  for (const DocumentFamily& family : finder_.families().list()) recall.want_text(family.first);
  recall.begin_reading();
  if (!recall.wants_anything()) return;
  documents_.read_again([&](const DocumentBatch& batch) { return recall.read(batch); },
                        [&](const auto& batch) { recall.add(*batch); });
  recall.finish();
}

PassageScanCounts PassageScan::hand_on() {
  job_.progress().begin_phase("writing");
  PassageScanCounts counts;
  const PassageBatchSource source{finder_, documents_, options_.near_duplicate, sink_};
  const std::vector<std::uint64_t> sizes = document_sizes(finder_.sequence());
  std::vector<PassageBatches> makers(job_.threads(), PassageBatches(source, sizes));
  finder_.for_each_batch(
      [&](std::span<const FoundPassage> found, std::size_t worker) { return makers[worker].make(found); },
      [&](const PassageBatches::Made& made) {
        counts.document_pairs += made.counts.document_pairs;
        counts.near_duplicates += made.counts.near_duplicates;
        counts.passages += made.counts.passages;
        if (sink_ != nullptr) sink_->take(*made.rendered);
      });
  for (const DocumentFamily& family : finder_.families().list()) {
    if (family.documents > options_.boilerplate) ++counts.boilerplate;
  }
  if (sink_ != nullptr) hand_on_families();
  return counts;
}

void PassageScan::hand_on_families() {
  const FamilyPieces pieces(finder_, documents_, options_.boilerplate);
  std::atomic<std::size_t> next = 0;
  TurnTaking turns;
  run_on_threads(job_.threads(), [&](std::size_t) {
    FamilyPieceMemory memory;
    for (std::size_t i = next++; i < pieces.size(); i = next++) {
      turns.run_in_pieces(
          i,
          [&](const auto& hand_on) {
            pieces.make(i, memory, [&](std::span<const FamilyPiece> some) { hand_on(sink_->render({{}, {}, some})); });
          },
          [&](const std::unique_ptr<PassedOn>& rendered) { sink_->take(*rendered); });
    }
  });
}

}  // namespace cento
