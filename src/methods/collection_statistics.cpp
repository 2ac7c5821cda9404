#include "methods/collection_statistics.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/groups.hpp"
#include "methods/document_signer.hpp"

namespace cento {

namespace {

struct SignedBatch {
  Features hashes;  // each as often as there are documents that have it
  std::uint64_t documents = 0;
};

constexpr std::uint64_t kLikelyHashes = std::uint64_t{1} << 25;  // how many come is not known while reading

struct OwnKey {
  std::uint64_t operator()(std::uint64_t hash) const { return hash; }
};

}  // namespace

class StatisticsCounter::State {
 public:
  explicit State(const StatisticsOptions& options)
      : options_(options),
        signers_([features = FeatureOptions{options.counted}] { return DocumentSigner(features); }),
        executor_(options.threads, options.memory_bytes / 4, options.temp_dir),  // reading needs some as well
        hashes_(executor_.regroup<std::uint64_t>(kLikelyHashes, OwnKey())) {
    signers_.local();  // so that a wrong name is told at once
  }

  std::shared_ptr<void> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<SignedBatch>();
    Features features;
    for (const Document& document : batch.documents) {
      signers_.local().sign(document, features);
      out->hashes.insert(out->hashes.end(), features.begin(), features.end());
    }
    out->documents = batch.documents.size();
    return out;
  }

  void add(const SignedBatch& batch) {
    auto& writer = hashes_.writer(0);
    for (const std::uint64_t hash : batch.hashes) writer.add(hash);
    documents_ += batch.documents;
  }

  [[nodiscard]] std::uint64_t documents() const { return documents_; }

  CollectionStatistics finish(std::uint32_t least) {
    least = std::max(least, options_.least);
    std::vector<std::vector<Frequency>> kept(executor_.workers());
    std::vector<std::uint64_t> distinct(executor_.workers());
    hashes_.for_each_batch([&](std::span<const std::uint64_t> sorted, std::size_t worker) {
      for_each_group(sorted, std::equal_to<>(), [&](std::span<const std::uint64_t> group) {
        const auto documents = static_cast<std::uint32_t>(group.size());
        if (documents >= least) kept[worker].push_back({group.front(), documents});
        ++distinct[worker];
      });
    });
    CollectionStatistics statistics;
    std::vector<Frequency> all;
    for (std::size_t worker = 0; worker < kept.size(); ++worker) {
      all.insert(all.end(), kept[worker].begin(), kept[worker].end());
      kept[worker] = {};
      statistics.distinct += distinct[worker];
    }
    statistics.frequencies = DocumentFrequencies(documents_, std::move(all));
    return statistics;
  }

 private:
  StatisticsOptions options_;
  oneapi::tbb::enumerable_thread_specific<DocumentSigner> signers_;
  LocalExecutor executor_;
  LocalExecutor::Regrouping<std::uint64_t, OwnKey> hashes_;
  std::uint64_t documents_ = 0;
};

StatisticsCounter::StatisticsCounter(const StatisticsOptions& options) : state_(std::make_unique<State>(options)) {}

StatisticsCounter::~StatisticsCounter() = default;

std::shared_ptr<void> StatisticsCounter::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void StatisticsCounter::add(const void* signed_batch) {
  state_->add(*static_cast<const SignedBatch*>(signed_batch));
}

std::uint64_t StatisticsCounter::documents() const {
  return state_->documents();
}

CollectionStatistics StatisticsCounter::finish(std::uint32_t least) {
  return state_->finish(least);
}

}  // namespace cento
