#include "study/ndd/ndd_study.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/parallel/executor.hpp"
#include "core/parallel/per_thread.hpp"
#include "methods/ndd/document_signer.hpp"
#include "sign/feature_set.hpp"
#include "study/ndd/common_shingles.hpp"
#include "study/ndd/resemblances.hpp"

namespace cento {

namespace {

constexpr unsigned kSampleMost = 9;  // 0.20 %
// Each run keeps a subset of the shingles of the one before.
constexpr std::array<std::uint32_t, 10> kThresholds = {100, 90, 80, 70, 60, 50, 40, 30, 20, 10};

void check(const NddStudyOptions& options) {
  if (options.least > 0 && options.least <= options.agreement.near_duplicate) return;
  throw UsageError(
      fmt::format("`least` must be greater than 0 and at most {}, the threshold of near-duplicates, not {}",
                  options.agreement.near_duplicate, options.least));
}

std::vector<double> rows_down_to(double least) {
  constexpr int kTenths = 10;
  std::vector<double> rows;
  for (int tenth = kTenths - 1; tenth > 0 && tenth / 10.0 >= least; --tenth) rows.push_back(tenth / 10.0);
  if (rows.back() > least) rows.push_back(least);
  return rows;
}

/// Occurrences in documents, not in sets.
std::uint64_t shingles_in(const ComparedSets& sets) {
  std::uint64_t shingles = 0;
  for (std::uint32_t set = 0; set < sets.size(); ++set) {
    shingles += std::uint64_t{sets.store().size_of(set)} * sets.documents(set);
  }
  return shingles;
}

}  // namespace

/// The sets of a batch, one after another.
struct NddStudy::Batch {
  Features features;
  std::vector<std::uint32_t> sizes;
  std::vector<Fingerprint> fingerprints;
};

class NddStudy::State {
 public:
  explicit State(const NddStudyOptions& options)
      : options_(options),
        signers_([features = FeatureOptions{options.features, 0, options.tokens}] { return DocumentSigner(features); }),
        executor_(options.threads, MemoryBudget(options.memory_bytes, nullptr).part(kShuffles), options.temp_dir),
        sets_(MemoryBudget(options.memory_bytes, nullptr).part(kFeatures), options.temp_dir) {
    check(options);
    signers_.local();  // so that a wrong name is reported at once
  }

  std::shared_ptr<Batch> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<Batch>();
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

  void add(const Batch& batch) {
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
  // Shares of the memory: all sets, those of a run, two shuffles at a time, and what is being read or what documents
  // need.
  static constexpr MemoryShare kFeatures{"features of documents", 4};
  static constexpr MemoryShare kShuffles{"regrouped features", 6};

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
    const KeptSets kept(sets_, keeps, sizes, MemoryBudget(options_.memory_bytes, nullptr).part(kFeatures),
                        options_.temp_dir);
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
  PerThread<DocumentSigner> signers_;
  LocalExecutor executor_;
  ComparedSets sets_;
  NddResults results_;
};

NddStudy::NddStudy(const NddStudyOptions& options) : state_(std::make_unique<State>(options)) {}

NddStudy::~NddStudy() = default;

std::shared_ptr<NddStudy::Batch> NddStudy::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void NddStudy::add(const Batch& batch) {
  state_->add(batch);
}

NddResults NddStudy::finish() {
  return state_->finish();
}

}  // namespace cento
