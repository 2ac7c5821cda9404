#include "engine/statistics/statistics_file.hpp"

#include <cstddef>
#include <span>

#include "core/spill/byte_spool.hpp"
#include "sign/words/frequencies_file.hpp"

namespace cento {

namespace {

constexpr MemoryShare kTables{"tables until they are saved", 4};

/// Holds the entries of a table until their number is known and it can be saved.
class SpooledTable {
 public:
  SpooledTable(const MemoryPart& memory, const std::string& temp_dir) : spool_(memory, temp_dir) {}

  void add(std::span<const Frequency> entries) {
    spool_.append({reinterpret_cast<const char*>(entries.data()), entries.size_bytes()});
  }

  [[nodiscard]] std::uint64_t entries() const { return spool_.size() / sizeof(Frequency); }

  void for_each_piece(const std::function<void(std::span<const Frequency>)>& take) {
    constexpr std::size_t kEntriesAtATime = 4096;
    std::vector<Frequency> piece(kEntriesAtATime);
    for (std::uint64_t done = 0; done < spool_.size(); done += piece.size() * sizeof(Frequency)) {
      const std::size_t size =
          spool_.read(done, reinterpret_cast<char*>(piece.data()), piece.size() * sizeof(Frequency));
      take(std::span(piece).first(size / sizeof(Frequency)));
    }
  }

 private:
  ByteSpool spool_;
};

/// A batch as prepared for each counter.
struct CountedBatch {
  std::vector<std::shared_ptr<StatisticsCounter::Batch>> signatures;
  CollectionTotals totals;
};

}  // namespace

StatisticsFile::StatisticsFile(const CountedFeatures& counted, Job& job) : job_(job), counted_{"tokens"} {
  counted_.insert(counted_.end(), counted.features.begin(), counted.features.end());
  for (const std::string& name : counted_) {
    StatisticsOptions counting;
    counting.counted = name;
    counting.least = name == "tokens" ? 1 : counted.least;
    counting.threads = job.threads();
    counting.memory_bytes = job.memory_bytes() / counted_.size();
    counting.temp_dir = job.temp_dir();
    counting.ledger = &job.ledger();
    counters_.push_back(std::make_unique<StatisticsCounter>(counting));
  }
}

CollectionTotals StatisticsFile::read(const Collection& collection) {
  CollectionTotals totals;
  const auto work = [&](DocumentBatch& batch) {
    CountedBatch out;
    for (const auto& counter : counters_) out.signatures.push_back(counter->sign(batch));
    out.totals = totals_of(batch);
    return out;
  };
  const auto take = [&](DocumentBatch& /*batch*/, const CountedBatch& batch) {
    for (std::size_t i = 0; i < counters_.size(); ++i) counters_[i]->add(*batch.signatures[i]);
    totals += batch.totals;
  };
  job_.read(collection, WorkAndTake{work, take});
  return totals;
}

void StatisticsFile::save(const std::string& file, const std::function<void(const CountedTable&)>& report) {
  std::vector<std::unique_ptr<SpooledTable>> spooled;
  std::vector<FrequencyPieces> tables;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    const MemoryPart share = job_.memory().part(kTables).divided(counters_.size());
    SpooledTable& table = *spooled.emplace_back(std::make_unique<SpooledTable>(share, job_.temp_dir()));
    const std::uint64_t documents = counters_[i]->documents();
    const std::uint64_t distinct =
        counters_[i]->hand_on([&](std::span<const Frequency> entries) { table.add(entries); });
    counters_[i].reset();  // its memory is free for the next one
    report({counted_[i], distinct, table.entries()});
    tables.push_back(
        {counted_[i], "{}", documents, table.entries(), [&table](const auto& use) { table.for_each_piece(use); }});
  }
  save_frequencies(file, tables);
}

}  // namespace cento
