#include "read/collection.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/memory/object_pool.hpp"
#include "core/parallel/pipeline.hpp"
#include "read/block_cutter.hpp"
#include "read/input/input_yield.hpp"
#include "read/read_item.hpp"
#include "read/torn_documents.hpp"

namespace cento {

namespace {

void work_on(ReadItem& item, AnyBatchStep& step) {
  if (item.reader != nullptr) item.reader->parse(item.batch);
  reject_torn(item.batch, item.gaps);
  item.made = step.work(item.batch);
}

bool has_other_content(const ReadItem& item) {
  const DocumentBatch& batch = item.batch;
  const auto is_content = [](const OtherRecord& other) { return other.role != OtherRecord::Role::header; };
  const auto is_count = [](const auto& count) { return count.first != kEmptyFiles; };
  return !batch.rejected.empty() || item.table != nullptr ||
         std::any_of(batch.others.begin(), batch.others.end(), is_content) ||
         std::any_of(batch.counts.begin(), batch.counts.end(), is_count);
}

std::string first_problem(const ReadItem& item, bool takes_tables) {
  if (!item.batch.rejected.empty()) {
    const BadRecord& bad = item.batch.rejected.front();
    return fmt::format("{}: {}", bad.place.to_string(), bad.reason);
  }
  if (item.table != nullptr && !takes_tables) return fmt::format("it is a table ({})", item.table_format->title);
  if (item.is_of_unknown_format) return std::string(kUnknownFormat);
  return {};
}

void note_yield(const ReadItem& item, const AnyBatchStep& step, InputYield& yield) {
  const bool takes_tables = step.takes_tables();
  const std::uint64_t tables = item.table != nullptr && takes_tables ? 1 : 0;
  yield.note(
      {item.file, item.batch.documents.size() + tables, has_other_content(item), first_problem(item, takes_tables)});
}

/// The sequential last step, in input order.
void take(ReadItem& item, AnyBatchStep& step, Reporter& reporter, ReadProgress& progress, InputYield& yield) {
  note_yield(item, step, yield);
  for (const BadRecord& bad : item.batch.rejected) reporter.reject(bad);
  for (const auto& [what, amount] : item.batch.counts) reporter.count(what, amount);
  if (!item.skipped_file.empty()) reporter.note(fmt::format("{}: skipped: unknown format", item.skipped_file));
  std::uint64_t text_bytes = 0;
  for (const Document& document : item.batch.documents) {
    for (const Part& part : document.parts) text_bytes += part.text.size();
  }
  progress.documents += item.batch.documents.size();
  progress.text_bytes += text_bytes;
  if (item.table != nullptr) {
    if (step.takes_tables()) {
      step.table(*item.table_format, *item.table);
    } else {
      reporter.count("tables passed over");
    }
  }
  step.take(item.batch, *item.made);
}

/// Cuts blocks of records off the files, makes documents of them, and hands those on.
class ReadingSteps final : public PipelineSteps<std::shared_ptr<ReadItem>> {
 public:
  ReadingSteps(const InputList& inputs, const ReadOptions& options, const MemoryPart& memory, Reporter& reporter,
               ReadProgress& progress, AnyBatchStep& step)
      : cutter_(inputs, options, progress.raw_bytes, pool_),
        yield_(inputs, reporter),
        memory_(memory),
        reporter_(reporter),
        progress_(progress),
        step_(step) {}

  bool cut(std::vector<std::shared_ptr<ReadItem>>& out) override {
    std::shared_ptr<ReadItem> item = idle_.lend([this] { return std::make_unique<ReadItem>(pool_); });
    if (!cutter_.next(*item)) return false;
    item->block_bytes = item->batch.block.bytes.size() + item->batch.block.parsed_bytes;
    memory_.use(item->block_bytes);
    out.push_back(std::move(item));
    return true;
  }

  void work(std::shared_ptr<ReadItem>& item) override { work_on(*item, step_); }

  void take(std::shared_ptr<ReadItem>& item) override {
    cento::take(*item, step_, reporter_, progress_, yield_);
    memory_.free(item->block_bytes);
  }

  [[nodiscard]] std::uint64_t bytes_of(const std::shared_ptr<ReadItem>& item) const override {
    return item->block_bytes;
  }

  /// After everything was read.
  void finish() { yield_.finish(); }

 private:
  static constexpr std::size_t kMostIdle = 8;

  std::shared_ptr<BytePool> pool_ = std::make_shared<BytePool>();
  ObjectPool<ReadItem> idle_{kMostIdle};
  BlockCutter cutter_;
  InputYield yield_;
  MemoryLease memory_;
  Reporter& reporter_;
  ReadProgress& progress_;
  AnyBatchStep& step_;
};

}  // namespace

std::size_t blocks_in_flight(std::size_t threads, std::uint64_t memory_bytes) {
  constexpr std::uint64_t kMost = 24;
  constexpr std::uint64_t kLikelyBytes = std::uint64_t{4} << 20;  // including what is made of a block
  return std::max<std::uint64_t>(2 * threads, std::min(kMost, memory_bytes / 4 / kLikelyBytes));
}

DamageHandling handling_of(const InputFile& file, const ReadOptions& options) {
  // A pipe cannot be read again. Only regular files have a size.
  if (!file.size_is_known) return {std::make_shared<DamageCheck>(DamageCheck::before_use), options.temp_dir};
  return {options.damage_check, options.temp_dir};
}

void read_batches(const InputList& inputs, const ReadOptions& options, std::size_t threads, Reporter& reporter,
                  ReadProgress& progress, AnyBatchStep& step) {
  // Texts, words and features take several times the bytes of a block.
  constexpr MemoryShare kBlocks{"records being read", 32};
  const MemoryPart memory = MemoryBudget(options.memory_bytes, progress.ledger).part(kBlocks);
  ReadingSteps steps(inputs, options, memory, reporter, progress, step);
  PipelineLimits limits;
  limits.waiting = blocks_in_flight(threads, options.memory_bytes) - threads - 1;  // one more is cut
  limits.bytes = memory.bytes;
  Pipeline<std::shared_ptr<ReadItem>>(steps, threads, limits).run();
  steps.finish();
}

}  // namespace cento
