#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/parallel/executor.hpp"
#include "core/spill/task_blocks.hpp"
#include "core/spill/task_exchange.hpp"

namespace cento {

/// Tasks have one thread: an engine runs as many of them at a time as there are cores.
[[nodiscard]] inline LocalExecutor executor_of_task(const TaskMemory& memory) {
  return {1, memory.bytes, memory.temp_dir};
}

/// Calls `work(records)` with whole groups of the records in the blocks: those of a key one after another, each group
/// in the order of its records. Of the order of groups nothing is promised.
template <typename Record, typename KeyOf, typename Work>
void for_each_batch_of(std::span<const std::string_view> blocks, const TaskMemory& memory, const Work& work) {
  LocalExecutor executor = executor_of_task(memory);
  std::uint64_t bytes = 0;
  for (const std::string_view block : blocks) bytes += block.size();
  auto regrouped = executor.regroup<Record>(bytes / sizeof(Record), KeyOf());
  std::vector<Record> records;
  for (const std::string_view block : blocks) {
    records.clear();
    append_records(block, records);
    for (const Record& record : records) regrouped.writer(0).add(record);
  }
  regrouped.for_each_batch([&](std::span<const Record> batch, std::size_t) { work(batch); });
}

/// The same for records that are made of what arrived: `make(from, arrived)` gives a Record for each record `Arrived`
/// of the blocks of a kind.
template <typename Record, typename Arrived, typename KeyOf, typename Make, typename Work>
void for_each_batch_made(const TaskInput& input, const std::string& kind, const TaskMemory& memory, KeyOf key_of,
                         const Make& make, const Work& work) {
  LocalExecutor executor = executor_of_task(memory);
  std::uint64_t bytes = 0;
  for (const TaskBlock& block : input.blocks(kind)) bytes += block.bytes.size();
  if (bytes == 0) return;
  auto regrouped = executor.regroup<Record>(bytes / sizeof(Arrived), key_of);
  auto& writer = regrouped.writer(0);
  input.for_each<Arrived>(kind, [&](std::uint32_t from, const Arrived& arrived) { writer.add(make(from, arrived)); });
  regrouped.for_each_batch([&](std::span<const Record> batch, std::size_t) { work(batch); });
}

}  // namespace cento
