#include "methods/collection_statistics.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/groups.hpp"
#include "core/idle_memory.hpp"
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
        executor_(options.threads, options.memory_bytes / kShuffleShare, options.temp_dir),
        hashes_(executor_.regroup<std::uint64_t>(kLikelyHashes, OwnKey())) {
    signers_.local();  // so that a wrong name is told at once
  }

  std::shared_ptr<void> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<SignedBatch>();
    Features features;
    for (const Document& document : batch.documents) {
      signers_.local().sign(document, features);
      append(features, out->hashes);
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

  std::uint64_t hand_on(std::uint32_t least, const std::function<void(std::span<const Frequency>)>& take) {
    least = std::max(least, options_.least);
    signers_.clear();
    give_idle_memory_back(options_.memory_bytes);
    std::vector<Kept> kept(executor_.workers());
    std::uint64_t distinct = 0;
    const auto count = [&](std::span<const std::uint64_t> sorted, std::size_t worker) {
      Kept& mine = kept[worker];
      mine.frequencies.clear();
      mine.distinct = 0;
      for_each_group(sorted, std::equal_to<>(), [&](std::span<const std::uint64_t> group) {
        const auto documents = static_cast<std::uint32_t>(group.size());
        if (documents >= least) mine.frequencies.push_back({group.front(), documents});
        ++mine.distinct;
      });
      return &mine;
    };
    hashes_.for_each_batch_in_order(count, [&](const Kept* some) {
      distinct += some->distinct;
      take(some->frequencies);
    });
    return distinct;
  }

  CollectionStatistics finish(std::uint32_t least) {
    CollectionStatistics statistics;
    std::vector<Frequency> all;
    statistics.distinct =
        hand_on(least, [&](std::span<const Frequency> some) { all.insert(all.end(), some.begin(), some.end()); });
    statistics.frequencies = DocumentFrequencies(documents_, std::move(all));
    return statistics;
  }

 private:
  /// What is kept of a part of the hashes.
  struct Kept {
    std::vector<Frequency> frequencies;
    std::uint64_t distinct = 0;
  };

  // Of the memory; the rest is for reading, and for sorting afterwards.
  static constexpr std::uint64_t kShuffleShare = 4;
  static constexpr std::size_t kLargeSet = std::size_t{1} << 17;

  /// A large set is mostly alone in its batch, and is then not copied.
  static void append(Features& set, Features& all) {
    if (all.empty() && set.size() > kLargeSet) return std::swap(set, all);
    all.insert(all.end(), set.begin(), set.end());
  }

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

std::uint64_t StatisticsCounter::hand_on(const std::function<void(std::span<const Frequency>)>& take) {
  return state_->hand_on(1, take);
}

}  // namespace cento
