#include "study/ndd_study.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/executor.hpp"
#include "methods/document_signer.hpp"
#include "sign/feature_set.hpp"
#include "study/common_shingles.hpp"
#include "study/resemblances.hpp"

namespace cento {

namespace {

constexpr unsigned kSampleMost = 9;  // 0.20 %
// Each run keeps fewer shingles than the one before, and only such ones.
constexpr std::array<std::uint32_t, 10> kThresholds = {100, 90, 80, 70, 60, 50, 40, 30, 20, 10};

void check(const NddStudyOptions& options) {
  if (options.least > 0 && options.least <= options.agreement.near_duplicate) return;
  throw UsageError(
      fmt::format("--least {} does not do: it must be over 0 and at most {}, from where on documents are "
                  "near-duplicates",
                  options.least, options.agreement.near_duplicate));
}

std::vector<double> rows_down_to(double least) {
  constexpr int kTenths = 10;
  std::vector<double> rows;
  for (int tenth = kTenths - 1; tenth > 0 && tenth / 10.0 >= least; --tenth) rows.push_back(tenth / 10.0);
  if (rows.back() > least) rows.push_back(least);
  return rows;
}

/// The sets of a batch, one behind the other.
struct SignedBatch {
  Features features;
  std::vector<std::uint32_t> sizes;
  std::vector<Fingerprint> fingerprints;
};

/// Occurrences in documents, not in sets.
std::uint64_t shingles_in(const ComparedSets& sets) {
  std::uint64_t shingles = 0;
  for (std::uint32_t set = 0; set < sets.size(); ++set) {
    shingles += std::uint64_t{sets.store().size_of(set)} * sets.documents(set);
  }
  return shingles;
}

}  // namespace

class NddStudy::State {
 public:
  explicit State(const NddStudyOptions& options)
      : options_(options),
        signers_([features = FeatureOptions{options.features, 0, options.tokens}] { return DocumentSigner(features); }),
        executor_(options.threads, options.memory_bytes / kShuffleShare, options.temp_dir),
        sets_(options.memory_bytes / kStoreShare, options.temp_dir) {
    check(options);
    signers_.local();  // so that a wrong name is told at once
  }

  std::shared_ptr<void> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<SignedBatch>();
    DocumentSigner& signer = signers_.local();
    Features features;
    for (const Document& document : batch.documents) {
      signer.sign(document, features);
      out->sizes.push_back(static_cast<std::uint32_t>(features.size()));
      out->fingerprints.push_back(fingerprint_of_set(features));
      out->features.insert(out->features.end(), features.begin(), features.end());
    }
    return out;
  }

  void add(const SignedBatch& batch) {
    const std::uint64_t* features = batch.features.data();
    for (std::size_t i = 0; i < batch.sizes.size(); ++i) {
      const std::span<const std::uint64_t> set(features, batch.sizes[i]);
      features += batch.sizes[i];
      if (sets_.add(set, batch.fingerprints[i], 1) == ComparedSets::kNone) ++results_.without_features;
    }
    results_.documents += batch.sizes.size();
  }

  NddResults finish() {
    sets_.finish_adding();
    results_.identical = results_.documents - results_.without_features - sets_.size();
    results_.rr = rows_down_to(options_.least);
    const Resemblances all(sets_, options_.least, executor_);
    results_.by_hash.push_back(described(all));
    results_.by_sct.push_back(results_.by_hash.front());
    run_samples(all);
    run_thresholds(all);
    return std::move(results_);
  }

 private:
  // Shares of the memory: all sets, those of a run, two shuffles at a time, and what is being read or documents need.
  static constexpr std::uint64_t kStoreShare = 4;
  static constexpr std::uint64_t kShuffleShare = 6;

  void run_samples(const Resemblances& all) {
    UnrelatedPairs unrelated;
    for (unsigned sample = 1; sample <= kSampleMost; ++sample) {
      const std::uint64_t mask = (std::uint64_t{1} << sample) - 1;
      const auto keeps = [mask](std::uint64_t shingle) { return (shingle & mask) == 0; };
      NddRun run = run_with(keeps, RrSizes::kept, all, unrelated);
      run.sample = sample;
      results_.by_hash.push_back(std::move(run));
    }
  }

  void run_thresholds(const Resemblances& all) {
    const CommonShingles common = count_common_shingles(sets_, kThresholds, executor_);
    UnrelatedPairs unrelated;
    for (std::size_t i = 0; i < kThresholds.size(); ++i) {
      const std::uint32_t sct = kThresholds[i];
      const auto keeps = [&](std::uint64_t shingle) { return common.documents.of(shingle) <= sct; };
      NddRun run = run_with(keeps, options_.sct_sizes, all, unrelated);
      run.sct = sct;
      run.saved_pairs = common.saved(i);
      results_.by_sct.push_back(std::move(run));
    }
  }

  NddRun run_with(const KeepsShingle& keeps, RrSizes sizes, const Resemblances& all, UnrelatedPairs& unrelated) {
    const KeptSets kept(sets_, keeps, sizes, options_.memory_bytes / kStoreShare, options_.temp_dir);
    const Resemblances some(kept.sets, options_.least, executor_);
    NddRun run = described(some);
    run.agreement = compare(all, some, kept.number_of, unrelated, options_.agreement, executor_);
    return run;
  }

  [[nodiscard]] NddRun described(const Resemblances& found) const {
    NddRun run;
    run.shingles = shingles_in(found.sets());
    run.counts = found.counts();
    for (const double rr : results_.rr) run.shares.push_back(found.share_from(rr, results_.documents));
    return run;
  }

  NddStudyOptions options_;
  oneapi::tbb::enumerable_thread_specific<DocumentSigner> signers_;
  LocalExecutor executor_;
  ComparedSets sets_;
  NddResults results_;
};

NddStudy::NddStudy(const NddStudyOptions& options) : state_(std::make_unique<State>(options)) {}

NddStudy::~NddStudy() = default;

std::shared_ptr<void> NddStudy::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void NddStudy::add(const void* signed_batch) {
  state_->add(*static_cast<const SignedBatch*>(signed_batch));
}

NddResults NddStudy::finish() {
  return state_->finish();
}

}  // namespace cento
