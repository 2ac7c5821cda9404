#include "methods/ndd/near_duplicates.hpp"

#include <fmt/format.h>

#include "core/memory/idle_memory.hpp"
#include "core/memory/object_pool.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/parallel/executor.hpp"
#include "core/parallel/per_thread.hpp"
#include "methods/ndd/document_signer.hpp"
#include "methods/ndd/document_similarity.hpp"
#include "methods/ndd/near_duplicate_signer.hpp"
#include "methods/ndd/near_duplicates_run.hpp"
#include "methods/ndd/text_claims.hpp"
#include "sign/signers.hpp"

namespace cento {

namespace {

std::string full_name(const std::string& features) {
  return features == "ndd" ? fmt::format("chars:{}", CharShingleSigner::kDefaultLength) : features;
}

}  // namespace

std::string compared_features(const DocumentSimilarity& options) {
  switch (search_of_method(options.method)) {
    case NearDuplicateSearch::all_pairs: return full_name(options.method);
    case NearDuplicateSearch::identical: return "tokens";
    default: return full_name(options.features);
  }
}

template class NearDuplicatesRun<LocalExecutor>;

class NearDuplicateFinder::State {
 public:
  explicit State(const NearDuplicateOptions& options)
      : memory_bytes_(options.memory_bytes),
        search_(search_of_method(options.method)),
        sketch_values_(search_ == NearDuplicateSearch::minhash ? make_minhash(options.method).slots() : 0),
        signers_([features = FeatureOptions{compared_features(options), options.sample, options.tokens},
                  search = search_, values = sketch_values_,
                  placed = FeatureStore::slab_features(Shares::part(options, Shares::kFeatures).bytes / kPlacers)] {
          return NearDuplicateSigner(features, search, values, placed);
        }),
        executor_(options.threads, Shares::part(options, Shares::kShuffles), options.temp_dir, options.progress),
        document_memory_(Shares::part(options, Shares::kDocuments), options.temp_dir),
        claims_(&document_memory_),
        run_(options, document_memory_, executor_) {
    check_options<DocumentSimilarity>(options);
    signers_.local();  // so that a wrong name is reported at once
    if (search_ == NearDuplicateSearch::minhash) {
      const auto values = static_cast<std::uint32_t>(sketch_values_);
      banding_ = choose_banding(options.threshold, options.recall, values);
    }
  }

  std::shared_ptr<Batch> sign(const DocumentBatch& batch) {
    std::shared_ptr<Batch> out = batches_.lend();
    signers_.local().sign(batch, banding_, claims_, *out);
    return out;
  }

  void add(const Batch& batch) { run_.add(batch); }

  NearDuplicates find() {
    forget_reading();
    return run_.find();
  }

  [[nodiscard]] std::optional<Banding> banding() const { return banding_; }

 private:
  using Shares = NearDuplicateShares;
  static constexpr std::uint64_t kPlacers = 4;  // likely threads: together they place sets in the memory of one slab

  /// Frees what only reading needs.
  void forget_reading() {
    run_.end_adding();
    claims_.clear();
    batches_.clear();
    signers_.clear();
    give_idle_memory_back(memory_bytes_);
  }

  std::uint64_t memory_bytes_;
  NearDuplicateSearch search_;
  std::size_t sketch_values_;
  std::optional<Banding> banding_;
  PerThread<NearDuplicateSigner> signers_;
  ObjectPool<Batch> batches_;
  LocalExecutor executor_;
  SpillableMemory document_memory_;
  TextClaims claims_;
  NearDuplicatesRun<LocalExecutor> run_;
};

NearDuplicateFinder::NearDuplicateFinder(const NearDuplicateOptions& options)
    : state_(std::make_unique<State>(options)) {}

NearDuplicateFinder::~NearDuplicateFinder() = default;

std::shared_ptr<NearDuplicateFinder::Batch> NearDuplicateFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void NearDuplicateFinder::add(const Batch& batch) {
  state_->add(batch);
}

NearDuplicates NearDuplicateFinder::find() {
  return state_->find();
}

std::optional<Banding> NearDuplicateFinder::banding() const {
  return state_->banding();
}

}  // namespace cento
