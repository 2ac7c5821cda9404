#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/spill/task_steps.hpp"

namespace cento::testing {

/// Divides documents among parts, some of which may be empty. `border`: where a part begins.
inline DocumentParts random_parts(std::size_t documents, std::size_t parts, std::size_t border, std::mt19937& random) {
  std::vector<std::uint32_t> begins = {0, static_cast<std::uint32_t>(border), static_cast<std::uint32_t>(documents)};
  while (begins.size() < parts + 1) begins.push_back(static_cast<std::uint32_t>(random() % (documents + 1)));
  std::sort(begins.begin(), begins.end());
  return DocumentParts(begins);
}

/// An engine for tasks of one process: each gets bytes and gives bytes, which arrive in any order.
template <typename Task>
class TaskCluster {
 public:
  TaskCluster(const Task& task, std::mt19937& random) : task_(task), random_(random), stored_(task.tasks()) {}

  /// Calls `read(part, out)` for each part, in any order.
  template <typename Read>
  void read(const Read& read) {
    for_each_task(task_.parts.size(), [&](std::uint32_t part) {
      TaskOutput out(task_.tasks());
      read(part, out);
      take(part, out);
    });
  }

  void run(std::span<const TaskStep<Task>> steps) {
    for (const TaskStep<Task>& step : steps) {
      begin_step();
      for_each_task(step.tasks(task_), [&](std::uint32_t number) {
        use_task(number, step.stored, [&](const TaskInputs& inputs) {
          TaskOutput out(task_.tasks());
          step.work(task_, inputs, out);
          take(number, out);
        });
      });
    }
  }

  /// Calls `use(inputs)` for each part, in their order, with what the last step sent there.
  template <typename Use>
  void end(std::span<const std::string_view> stored, const Use& use) {
    begin_step();
    for (std::uint32_t part = 0; part < task_.parts.size(); ++part) use_task(part, stored, use);
  }

  [[nodiscard]] std::uint64_t count(const std::string& name) const {
    const auto found = counts_.find(name);
    return found == counts_.end() ? 0 : found->second;
  }

 private:
  struct Sent {
    std::string kind;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::string bytes;
  };
  using Files = std::map<std::string, std::vector<std::string>>;

  template <typename Work>
  void for_each_task(std::size_t tasks, const Work& work) {
    std::vector<std::uint32_t> numbers(tasks);
    for (std::uint32_t number = 0; number < tasks; ++number) numbers[number] = number;
    std::shuffle(numbers.begin(), numbers.end(), random_);
    for (const std::uint32_t number : numbers) work(number);
  }

  void begin_step() {
    sent_ = std::move(next_);
    next_.clear();
    std::shuffle(sent_.begin(), sent_.end(), random_);
  }

  template <typename Use>
  void use_task(std::uint32_t number, std::span<const std::string_view> names, const Use& use) {
    TaskInput stored;
    for (const std::string_view name : names) {
      for (const std::string& block : stored_[number][std::string(name)]) {
        stored.add(std::string(name), {number, block});
      }
    }
    TaskInput arrived;
    for (const Sent& one : sent_) {
      if (one.to == number) arrived.add(one.kind, {one.from, one.bytes});
    }
    use(TaskInputs{number, stored, arrived});
  }

  void take(std::uint32_t number, TaskOutput& out) {
    for (auto& [kind, blocks] : out.sent()) {
      for (OutgoingBlocks::Block& block : blocks.take()) {
        next_.push_back({kind, number, block.to, std::move(block.bytes)});
      }
    }
    for (auto& [name, blocks] : out.stored()) stored_[number][name] = std::move(blocks);
    for (const auto& [name, count] : out.counts()) counts_[name] += count;
  }

  const Task& task_;
  std::mt19937& random_;
  std::vector<Files> stored_;
  std::vector<Sent> sent_;
  std::vector<Sent> next_;
  std::map<std::string, std::uint64_t> counts_;
};

}  // namespace cento::testing
