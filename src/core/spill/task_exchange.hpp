#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "core/spill/task_blocks.hpp"

// What a task gets and gives, where its blocks are of several kinds (core/spill/task_blocks.hpp).

namespace cento {

/// Something in a part of a collection: the part, and its number there. Ascends as the collection does.
using GlobalPlace = std::uint64_t;

[[nodiscard]] constexpr GlobalPlace place_in(std::uint32_t part, std::uint32_t number) {
  return std::uint64_t{part} << 32U | number;
}
[[nodiscard]] constexpr std::uint32_t part_of(GlobalPlace place) {
  return static_cast<std::uint32_t>(place >> 32U);
}
[[nodiscard]] constexpr std::uint32_t number_in(GlobalPlace place) {
  return static_cast<std::uint32_t>(place);
}

/// A block that arrived, and the number of the task that sent it.
struct TaskBlock {
  std::uint32_t from = 0;
  std::string_view bytes;
};

/// Blocks by their kind. They must outlive it.
class TaskInput {
 public:
  /// Blocks of a kind are added in an order that does not depend on how they arrived.
  void add(const std::string& kind, const TaskBlock& block) { blocks_[kind].push_back(block); }

  [[nodiscard]] std::span<const TaskBlock> blocks(const std::string& kind) const {
    const auto found = blocks_.find(kind);
    return found == blocks_.end() ? std::span<const TaskBlock>() : std::span<const TaskBlock>(found->second);
  }

  template <typename Record>
  [[nodiscard]] std::vector<Record> records(const std::string& kind) const {
    std::vector<Record> records;
    for (const TaskBlock& block : blocks(kind)) append_records(block.bytes, records);
    return records;
  }

  /// Calls `use(from, record)` for each record of a kind.
  template <typename Record, typename Use>
  void for_each(const std::string& kind, const Use& use) const {
    std::vector<Record> records;
    for (const TaskBlock& block : blocks(kind)) {
      records.clear();
      append_records(block.bytes, records);
      for (const Record& record : records) use(block.from, record);
    }
  }

 private:
  std::map<std::string, std::vector<TaskBlock>> blocks_;
};

/// What a task made: blocks for other tasks, by kind; blocks that stay in files of its part, by name; and counts.
class TaskOutput {
 public:
  explicit TaskOutput(std::size_t tasks) : tasks_(tasks) {}

  /// What is sent of a kind.
  [[nodiscard]] OutgoingBlocks& kind_of(const std::string& kind) {
    return sent_.try_emplace(kind, OutgoingBlocks(tasks_)).first->second;
  }

  void store(const std::string& name, std::string block) { stored_[name].push_back(std::move(block)); }
  void count(const std::string& name, std::uint64_t more) { counts_[name] += more; }

  [[nodiscard]] std::map<std::string, OutgoingBlocks>& sent() { return sent_; }
  [[nodiscard]] std::map<std::string, std::vector<std::string>>& stored() { return stored_; }
  [[nodiscard]] const std::map<std::string, std::uint64_t>& counts() const { return counts_; }

 private:
  std::size_t tasks_;
  std::map<std::string, OutgoingBlocks> sent_;
  std::map<std::string, std::vector<std::string>> stored_;
  std::map<std::string, std::uint64_t> counts_;
};

/// Appends values to a block whose records are of different sizes.
template <typename Value>
void append_value(const Value& value, std::string& out) {
  static_assert(std::is_trivially_copyable_v<Value>);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <typename Value>
void append_values(std::span<const Value> values, std::string& out) {
  static_assert(std::is_trivially_copyable_v<Value>);
  out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}
/// The values as a block of their own.
template <typename Values>
[[nodiscard]] std::string block_of(const Values& values) {
  std::string block;
  append_values(std::span(std::as_const(values)), block);
  return block;
}

/// Stores records of a kind as they arrived.
template <typename Record>
void store_arrived(const std::string& kind, const TaskInput& arrived, TaskOutput& out) {
  out.store(kind, block_of(arrived.records<Record>(kind)));
}

/// The records of a kind that arrived now, and those that were stored as they arrived earlier; each once, ascending.
template <typename Record>
[[nodiscard]] std::vector<Record> distinct_records(const std::string& kind, const TaskInput& arrived,
                                                   const TaskInput& stored) {
  auto records = arrived.records<Record>(kind);
  const auto earlier = stored.records<Record>(kind);
  records.insert(records.end(), earlier.begin(), earlier.end());
  std::sort(records.begin(), records.end());
  records.erase(std::unique(records.begin(), records.end()), records.end());
  return records;
}

/// Reads such a block from its begin to its end. Throws Error when it ends early.
class BlockReader {
 public:
  explicit BlockReader(std::string_view block) : rest_(block) {}

  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }

  void skip(std::size_t size) {
    if (size > rest_.size()) throw_damaged();
    rest_.remove_prefix(size);
  }

  template <typename Value>
  [[nodiscard]] Value value() {
    Value value;
    copy(&value, sizeof value);
    return value;
  }

  template <typename Value>
  [[nodiscard]] std::vector<Value> values(std::size_t count) {
    if (count > rest_.size() / sizeof(Value)) throw_damaged();
    std::vector<Value> values(count);
    if (count > 0) copy(values.data(), count * sizeof(Value));
    return values;
  }

 private:
  void copy(void* to, std::size_t size) {
    if (size > rest_.size()) throw_damaged();
    std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  [[noreturn]] static void throw_damaged() {
    throw Error("a block of a run is damaged: remove the folder of the run and start it again");
  }

  std::string_view rest_;
};

}  // namespace cento
