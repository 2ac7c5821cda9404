#include "read/collection.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "read/block_cutter.hpp"
#include "read/bytes_in_flight.hpp"
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

void run_on_many_threads(BlockCutter& cutter, const std::shared_ptr<BytePool>& pool, std::size_t threads,
                         std::uint64_t memory_bytes, Reporter& reporter, ReadProgress& progress, InputYield& yield,
                         AnyBatchStep& step) {
  namespace tbb = oneapi::tbb;
  // Texts, words and features take several times the bytes of a block.
  constexpr MemoryShare kBlocks{"records being read", 32};
  ItemsInFlight items(pool);
  BytesInFlight in_flight(MemoryBudget(memory_bytes, progress.ledger).part(kBlocks));
  const auto cut = [&](tbb::flow_control& flow) -> ReadItem* {
    ReadItem* item = items.add();
    if (cutter.next(*item)) {
      item->block_bytes = item->batch.block.bytes.size() + item->batch.block.parsed_bytes;
      in_flight.enter(item->block_bytes);
      return item;
    }
    flow.stop();
    return nullptr;
  };
  const auto parse = [&](ReadItem* item) {
    in_flight.work([&] { work_on(*item, step); });
    return item;
  };
  const auto finish = [&](ReadItem* item) {
    in_flight.work([&] { take(*item, step, reporter, progress, yield); });
    in_flight.leave(item->block_bytes);
    items.finish_oldest();  // this one: items are finished in the order in which they were cut
  };
  // The library would refuse more threads than cores, with a message of its own.
  tbb::task_arena arena(std::min(static_cast<int>(threads), tbb::info::default_concurrency()));
  arena.execute([&] {
    tbb::parallel_pipeline(blocks_in_flight(threads, memory_bytes),
                           tbb::make_filter<void, ReadItem*>(tbb::filter_mode::serial_in_order, cut) &
                               tbb::make_filter<ReadItem*, ReadItem*>(tbb::filter_mode::parallel, parse) &
                               tbb::make_filter<ReadItem*, void>(tbb::filter_mode::serial_in_order, finish));
  });
}

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
  const auto pool = std::make_shared<BytePool>();
  BlockCutter cutter(inputs, options, progress.raw_bytes, pool);
  InputYield yield(inputs, reporter);
  if (threads > 1) {
    run_on_many_threads(cutter, pool, threads, options.memory_bytes, reporter, progress, yield, step);
    yield.finish();
    return;
  }
  ReadItem item(pool);
  while (cutter.next(item)) {
    work_on(item, step);
    take(item, step, reporter, progress, yield);
    item.clear();
  }
  yield.finish();
}

}  // namespace cento
