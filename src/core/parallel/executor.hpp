#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/parallel/progress.hpp"
#include "core/parallel/thread_team.hpp"
#include "core/spill/shuffle.hpp"

namespace cento {

/// Lets threads make things in parallel and pass them on one after the other, by number.
class TurnTaking {
 public:
  /// Calls `take` with what `make` returned, once all lower numbers had their turn. Numbers are begun in ascending
  /// order, without gaps, starting with 0. When one throws, the others stop waiting and pass nothing on.
  template <typename Make, typename Take>
  void run(std::size_t number, const Make& make, const Take& take) {
    try {
      auto made = make();
      if (!wait_for(number)) return;
      take(std::move(made));
    } catch (...) {
      stop();
      throw;
    }
    pass_on();
  }

  /// The same for what is made piece by piece: `make(hand_on)` calls `hand_on(piece)` any number of times; from the
  /// second piece on, one thread runs at a time.
  template <typename Make, typename Take>
  void run_in_pieces(std::size_t number, const Make& make, const Take& take) {
    try {
      make([&](auto&& piece) {
        if (wait_for(number)) take(std::forward<decltype(piece)>(piece));
      });
      if (!wait_for(number)) return;
    } catch (...) {
      stop();
      throw;
    }
    pass_on();
  }

 private:
  bool wait_for(std::size_t number);
  void pass_on();
  void stop();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t turn_ = 0;
  bool stopped_ = false;
};

/// Runs kernels on this machine: a pool of threads, and shuffles that stay within a memory budget. Methods use only
/// these operations, so they run under any other executor that has them.
class LocalExecutor {
 public:
  /// `memory` bounds each shuffle; `temp_dir` as in ShuffleOptions. `progress`, if not null, is advanced by each
  /// operation, as a step of the current phase, and must outlive this object.
  LocalExecutor(std::size_t threads, const MemoryPart& memory, std::string temp_dir, Progress* progress = nullptr)
      : threads_(std::max<std::size_t>(1, threads)),
        memory_(memory),
        temp_dir_(std::move(temp_dir)),
        progress_(progress) {}

  [[nodiscard]] std::size_t workers() const { return threads_; }
  /// What a regrouping holds in memory before it continues in a temporary file.
  [[nodiscard]] std::uint64_t memory_bytes() const { return memory_.bytes; }

  /// Between regroupings: frees the memory they held, except `but_bytes` for the next ones.
  void give_memory_back(std::size_t but_bytes) { pool_->shrink_to(but_bytes); }

  /// Names the phase of the operations that follow; `name` is a literal.
  void begin_phase(const char* name) {
    if (progress_ != nullptr) progress_->begin_phase(name);
  }

  /// Calls `work(begin, end, worker)` for ranges that together cover [0, items), on all workers.
  template <typename Work>
  void for_each_range(std::size_t items, const Work& work) {
    constexpr std::size_t kRangesPerWorker = 64;
    const std::size_t step = std::max<std::size_t>(1, items / (threads_ * kRangesPerWorker));
    std::atomic<std::size_t> next = 0;
    begin_step(items);
    run_on_threads(threads_, [&](std::size_t worker) {
      for (std::size_t begin = next.fetch_add(step); begin < items; begin = next.fetch_add(step)) {
        work(begin, std::min(items, begin + step), worker);
        advance(step);
      }
    });
  }

  /// Regroups records. Workers add records through writer(worker); then for_each_batch() calls
  /// `work(records, worker)` with whole groups, sorted as in cento::Shuffle.
  template <typename Record, typename KeyOf>
  class Regrouping {
   public:
    Regrouping(LocalExecutor& executor, const ShuffleOptions& options, KeyOf key_of)
        : executor_(executor), shuffle_(options, key_of) {
      writers_.reserve(executor.workers());
      for (std::size_t i = 0; i < executor.workers(); ++i) writers_.emplace_back(shuffle_);
    }

    using Writer = typename Shuffle<Record, KeyOf>::Writer;

    Writer& writer(std::size_t worker) { return writers_[worker]; }

    template <typename Work>
    void for_each_batch(const Work& work) {
      on_all_workers([&](std::size_t, std::size_t worker, const auto& read) {
        const std::span<const Record> records = read();
        if (!records.empty()) work(records, worker);
      });
    }

    /// The same in the order of keys: `make(records, worker)` runs on all workers, and `take` gets what it returned
    /// from one thread at a time, in that order.
    template <typename Make, typename Take>
    void for_each_batch_in_order(const Make& make, const Take& take) {
      TurnTaking turns;
      on_all_workers([&](std::size_t number, std::size_t worker, const auto& read) {
        turns.run(
            number, [&] { return make(read(), worker); }, take);
      });
    }

    /// The same for results that are too large to be held for a whole batch: `make(records, worker, hand_on)` calls
    /// `hand_on(piece)` as often as needed.
    template <typename Make, typename Take>
    void for_each_batch_in_pieces(const Make& make, const Take& take) {
      TurnTaking turns;
      on_all_workers([&](std::size_t number, std::size_t worker, const auto& read) {
        turns.run_in_pieces(
            number, [&](const auto& hand_on) { make(read(), worker, hand_on); }, take);
      });
    }

    /// Calls `use(records)` with the same batches in the order of keys, one after another, on this thread. `use` may
    /// call other operations of the executor, so this is not a step of the progress.
    template <typename Use>
    void read_in_order(const Use& use) {
      for (auto& writer : writers_) writer.flush();
      typename Shuffle<Record, KeyOf>::Scratch scratch;
      for (const auto& batch : shuffle_.batches()) {
        const std::span<const Record> records = shuffle_.read(batch, scratch);
        if (!records.empty()) use(records);
      }
    }

    [[nodiscard]] std::uint64_t spilled_bytes() const { return shuffle_.spilled_bytes(); }

   private:
    /// Calls `use(number of the batch, worker, read)` for each batch; `read()` gives its records, once.
    template <typename Use>
    void on_all_workers(const Use& use) {
      for (auto& writer : writers_) writer.flush();
      const auto batches = shuffle_.batches();
      std::atomic<std::size_t> next = 0;
      executor_.begin_step(batches.size());
      run_on_threads(executor_.workers(), [&](std::size_t worker) {
        typename Shuffle<Record, KeyOf>::Scratch scratch;
        for (std::size_t i = next++; i < batches.size(); i = next++) {
          use(i, worker, [&] { return std::span<const Record>(shuffle_.read(batches[i], scratch)); });
          executor_.advance(1);
        }
      });
    }

    LocalExecutor& executor_;
    Shuffle<Record, KeyOf> shuffle_;
    std::vector<Writer> writers_;
  };

  template <typename Record, typename KeyOf>
  Regrouping<Record, KeyOf> regroup(std::uint64_t expected_records, KeyOf key_of = {}) {
    ShuffleOptions options = options_for(expected_records * sizeof(Record), memory_);
    options.pool = pool_;
    return Regrouping<Record, KeyOf>(*this, options, key_of);
  }

  /// The same in memory of its own instead of the executor's; freed with the regrouping.
  template <typename Record, typename KeyOf>
  Regrouping<Record, KeyOf> regroup(std::uint64_t expected_records, KeyOf key_of, const MemoryPart& memory) {
    return Regrouping<Record, KeyOf>(*this, options_for(expected_records * sizeof(Record), memory), key_of);
  }

 private:
  [[nodiscard]] ShuffleOptions options_for(std::uint64_t expected_bytes, const MemoryPart& memory) const {
    ShuffleOptions options;
    options.memory = memory;
    options.expected_bytes = expected_bytes;
    options.writers = threads_;
    options.temp_dir = temp_dir_;
    return options;
  }

  void begin_step(std::uint64_t total) {
    if (progress_ != nullptr) progress_->begin_step(total);
  }

  void advance(std::uint64_t amount) {
    if (progress_ != nullptr) progress_->advance(amount);
  }

  std::size_t threads_;
  MemoryPart memory_;
  std::string temp_dir_;
  Progress* progress_;
  std::shared_ptr<BlockPool> pool_ = std::make_shared<BlockPool>();
};

}  // namespace cento
