#include "methods/ndd/collection_statistics.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/memory/idle_memory.hpp"
#include "core/parallel/executor.hpp"
#include "core/parallel/per_thread.hpp"
#include "core/spill/groups.hpp"
#include "methods/ndd/collection_statistics_run.hpp"
#include "methods/ndd/document_signer.hpp"

namespace cento {

template class StatisticsRun<LocalExecutor>;

void count_hashes(std::span<const std::uint64_t> sorted, std::uint32_t least, CountedHashes& out) {
  out.frequencies.clear();
  out.distinct = 0;
  for_each_group(sorted, std::equal_to<>(), [&](std::span<const std::uint64_t> group) {
    const auto documents = static_cast<std::uint32_t>(group.size());
    if (documents >= least) out.frequencies.push_back({group.front(), documents});
    ++out.distinct;
  });
}

struct StatisticsCounter::Batch {
  Features hashes;  // each once per document that has it
  std::uint64_t documents = 0;
};

class StatisticsCounter::State {
 public:
  explicit State(const StatisticsOptions& options)
      : options_(options),
        signers_([features = FeatureOptions{options.counted}] { return DocumentSigner(features); }),
        executor_(options.threads, MemoryBudget(options.memory_bytes, options.ledger).part(kShuffles),
                  options.temp_dir),
        run_(executor_) {
    signers_.local();  // so that a wrong name is reported at once
  }

  std::shared_ptr<Batch> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<Batch>();
    Features features;
    for (const Document& document : batch.documents) {
      signers_.local().sign(document, features);
      append(features, out->hashes);
    }
    out->documents = batch.documents.size();
    return out;
  }

  void add(const Batch& batch) {
    run_.add(batch.hashes);
    documents_ += batch.documents;
  }

  [[nodiscard]] std::uint64_t documents() const { return documents_; }

  std::uint64_t hand_on(std::uint32_t least, const std::function<void(std::span<const Frequency>)>& take) {
    signers_.clear();
    give_idle_memory_back(options_.memory_bytes);
    return run_.hand_on(std::max(least, options_.least), take);
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
  // Shares of the memory; the rest is for reading, and for sorting afterwards.
  static constexpr MemoryShare kShuffles{"regrouped features", 4};
  static constexpr std::size_t kLargeSet = std::size_t{1} << 17;

  /// A large set is usually alone in its batch, and is then not copied.
  static void append(Features& set, Features& all) {
    if (all.empty() && set.size() > kLargeSet) return std::swap(set, all);
    all.insert(all.end(), set.begin(), set.end());
  }

  StatisticsOptions options_;
  PerThread<DocumentSigner> signers_;
  LocalExecutor executor_;
  StatisticsRun<LocalExecutor> run_;
  std::uint64_t documents_ = 0;
};

StatisticsCounter::StatisticsCounter(const StatisticsOptions& options) : state_(std::make_unique<State>(options)) {}

StatisticsCounter::~StatisticsCounter() = default;

std::shared_ptr<StatisticsCounter::Batch> StatisticsCounter::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void StatisticsCounter::add(const Batch& batch) {
  state_->add(batch);
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
