#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/spill/task_blocks.hpp"

namespace cento::testing {

/// Blocks on their way to tasks, with the task that sent them. They arrive in any order.
class TaskWire {
 public:
  TaskWire(std::size_t tasks, std::mt19937& random) : tasks_(tasks), random_(random) {}

  void send(std::size_t from, std::vector<OutgoingBlocks::Block> blocks) {
    for (OutgoingBlocks::Block& block : blocks) {
      tasks_.at(block.to).emplace_back(static_cast<std::uint32_t>(from), std::move(block.bytes));
    }
  }

  /// Senders and bytes.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, std::string_view>> blocks(std::size_t task) {
    std::shuffle(tasks_[task].begin(), tasks_[task].end(), random_);
    return {tasks_[task].begin(), tasks_[task].end()};
  }

  [[nodiscard]] std::vector<std::string_view> arrived(std::size_t task) {
    std::vector<std::string_view> bytes;
    for (const auto& block : blocks(task)) bytes.push_back(block.second);
    return bytes;
  }

  template <typename Record>
  [[nodiscard]] std::vector<Record> records(std::size_t task) {
    std::vector<Record> records;
    for (const std::string_view block : arrived(task)) append_records(block, records);
    return records;
  }

 private:
  std::vector<std::vector<std::pair<std::uint32_t, std::string>>> tasks_;
  std::mt19937& random_;
};

}  // namespace cento::testing
