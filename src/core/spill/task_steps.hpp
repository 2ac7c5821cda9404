#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "core/spill/task_blocks.hpp"
#include "core/spill/task_exchange.hpp"

namespace cento {

/// How tasks are numbered: one for each part of the collection, and one for each group of keys.
struct TaskLayout {
  DocumentParts parts{{0, 0}};
  std::size_t groups = 1;
  TaskMemory memory = {};

  /// The most tasks that a step has.
  [[nodiscard]] std::size_t tasks() const { return std::max(groups, parts.size()); }
};

/// What one task gets.
struct TaskInputs {
  std::uint32_t number = 0;  // of the part or the group
  const TaskInput& stored;   // files of this number, of those that the step names
  const TaskInput& arrived;  // what the step before sent here
};

enum class TaskSide : std::uint8_t { part, group };

/// A step of a method cut into tasks: each of its tasks works on a part, or on a group. `Task` is what all tasks know,
/// a TaskLayout.
template <typename Task>
struct TaskStep {
  std::string_view name;
  TaskSide side = TaskSide::part;
  std::vector<std::string_view> stored;  // what its tasks read of what those of this number stored earlier
  void (*work)(const Task& task, const TaskInputs& inputs, TaskOutput& out) = nullptr;

  [[nodiscard]] std::size_t tasks(const Task& task) const {
    return side == TaskSide::part ? task.parts.size() : task.groups;
  }
};

/// A record of a part by its number, which another task may have sent.
template <typename Record>
[[nodiscard]] const Record& record_of_part(const std::vector<Record>& records, std::size_t number) {
  if (number < records.size()) return records[number];
  throw Error("the files of a part are missing or damaged: start the run again in another folder");
}

/// Records that stay with a task, in blocks of limited size.
class StoredBlocks {
 public:
  template <typename Record>
  void add(const Record& record) {
    blocks_.add(0, record);
    is_empty_ = false;
  }
  template <typename Record>
  void add_all(std::span<const Record> records) {
    for (const Record& record : records) add(record);
  }

  /// At least one block, so that a missing file is noticed.
  void store(const std::string& name, TaskOutput& out) {
    if (is_empty_) out.store(name, {});
    for (OutgoingBlocks::Block& block : blocks_.take()) out.store(name, std::move(block.bytes));
  }

 private:
  OutgoingBlocks blocks_{1};
  bool is_empty_ = true;
};

}  // namespace cento
