#include "methods/pdc/matching/matching_kernels.hpp"

namespace cento {

namespace {

/// A single run as a chain.
Chain chain_of(const DiagonalRun& run, std::span<const float> similarities) {
  double sum = similarities.empty() ? run.length : 0;
  for (const float similarity : similarities) sum += similarity;
  return {{run.a, run.end_a()}, {run.b, run.end_b()}, run.length, sum / run.length};
}

CellChoice cells_of(const PdcOptions& options) {
  return options.pairs_up_to == PdcOptions::kAll ? CellChoice::all : CellChoice::cover;
}

}  // namespace

RunHashes::RunHashes(const MatchingInput& input) : input_(input) {
  const std::uint64_t bytes = input.sequence.classes().size() * sizeof(std::uint32_t);
  if (bytes > input.run_hashes.bytes) return;
  lease_.emplace(input.run_hashes).use(bytes);
  hashes_.resize(input.sequence.classes().size());
}

void RunHashes::fill(std::size_t begin, std::size_t end) {
  const SentenceSequence& sequence = input_.sequence;
  for (auto content = static_cast<ContentId>(begin); content < end; ++content) {
    const std::span hashes = std::span(hashes_).subspan(sequence.begin_of(content));
    hash_runs(sequence.classes_of(content), input_.least(), hashes);
  }
}

MatchedText RunHashes::text_of(ContentId content, PlainVector<std::uint32_t>& scratch) const {
  const std::span<const std::uint32_t> classes = input_.sequence.classes_of(content);
  if (hashes_.empty()) {
    scratch.resize(classes.size());
    hash_runs(classes, input_.least(), scratch);
    return {classes, scratch};
  }
  return {classes, std::span(hashes_).subspan(input_.sequence.begin_of(content), classes.size())};
}

PairMatcher::PairMatcher(const MatchingInput& input, const RunHashes& hashes)
    : hashes_(hashes),
      chain_options_(input.chain_options()),
      matcher_(input.near, input.chain_options(), cells_of(input.options)) {}

std::span<const Chain> PairMatcher::match(ContentId columns) {
  chains_.clear();
  matcher_.match(hashes_.text_of(columns, column_runs_), runs_);
  if (runs_.runs.empty()) return chains_;
  if (runs_.runs.size() == 1) {
    chains_.assign(1, chain_of(runs_.runs.front(), runs_.similarities));
  } else {
    chain_finder_.find(runs_, chain_options_, chains_);
  }
  passages_ += chains_.size();
  return chains_;
}

}  // namespace cento
