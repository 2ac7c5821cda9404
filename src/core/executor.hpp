#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/progress.hpp"
#include "core/shuffle.hpp"

namespace cento {

/// Runs `work(worker)` once on each of `threads` threads, worker = 0, 1, …, and waits. Rethrows what one of them threw.
void run_on_threads(std::size_t threads, const std::function<void(std::size_t)>& work);

/// Lets threads make things at once and hand them on one after the other, by number.
class TurnTaking {
 public:
  /// Calls `take` with what `make` returned, after all lower numbers had their turn. Numbers are begun in ascending
  /// order, without gaps, starting with 0. When one throws, the others stop waiting and hand nothing on.
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

  /// The same for what is made piece by piece: `make(hand_on)` calls `hand_on(piece)` any number of times, from the
  /// second piece on one thread at a time.
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

/// Runs kernels on this machine: a pool of threads, and shuffles that stay within a memory budget. A method is written
/// against these three operations, so that it runs as well under another executor that has them.
class LocalExecutor {
 public:
  /// `memory_bytes` bounds each shuffle; `temp_dir` as in ShuffleOptions. `progress`, if not null, is advanced by each
  /// operation, as a step of the phase it is in, and must outlive this.
  LocalExecutor(std::size_t threads, std::uint64_t memory_bytes, std::string temp_dir, Progress* progress = nullptr)
      : threads_(std::max<std::size_t>(1, threads)),
        memory_bytes_(memory_bytes),
        temp_dir_(std::move(temp_dir)),
        progress_(progress) {}

  [[nodiscard]] std::size_t workers() const { return threads_; }
  /// What a regrouping holds in memory before it goes on in a temporary file.
  [[nodiscard]] std::uint64_t memory_bytes() const { return memory_bytes_; }

  /// Between regroupings: gives back what they held, but for so many bytes that the next ones are to use.
  void give_memory_back(std::size_t but_bytes) { pool_->shrink_to(but_bytes); }

  /// Says what the operations that follow are for; a literal.
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
      for (auto& writer : writers_) writer.flush();
      const auto batches = shuffle_.batches();
      std::atomic<std::size_t> next = 0;
      executor_.begin_step(batches.size());
      run_on_threads(executor_.workers(), [&](std::size_t worker) {
        typename Shuffle<Record, KeyOf>::Scratch scratch;
        for (std::size_t i = next++; i < batches.size(); i = next++) {
          const std::span<Record> records = shuffle_.read(batches[i], scratch);
          if (!records.empty()) work(std::span<const Record>(records), worker);
          executor_.advance(1);
        }
      });
    }

    /// The same in the order of keys: `make(records, worker)` runs on all workers, and `take` gets what it returned
    /// from one thread at a time, in that order.
    template <typename Make, typename Take>
    void for_each_batch_in_order(const Make& make, const Take& take) {
      for (auto& writer : writers_) writer.flush();
      const auto batches = shuffle_.batches();
      std::atomic<std::size_t> next = 0;
      TurnTaking turns;
      executor_.begin_step(batches.size());
      run_on_threads(executor_.workers(), [&](std::size_t worker) {
        typename Shuffle<Record, KeyOf>::Scratch scratch;
        for (std::size_t i = next++; i < batches.size(); i = next++) {
          turns.run(
              i, [&] { return make(std::span<const Record>(shuffle_.read(batches[i], scratch)), worker); }, take);
          executor_.advance(1);
        }
      });
    }

    /// The same for results that are too large to be held for a whole batch: `make(records, worker, hand_on)` calls
    /// `hand_on(piece)` as often as it likes.
    template <typename Make, typename Take>
    void for_each_batch_in_pieces(const Make& make, const Take& take) {
      for (auto& writer : writers_) writer.flush();
      const auto batches = shuffle_.batches();
      std::atomic<std::size_t> next = 0;
      TurnTaking turns;
      run_on_threads(executor_.workers(), [&](std::size_t worker) {
        typename Shuffle<Record, KeyOf>::Scratch scratch;
        for (std::size_t i = next++; i < batches.size(); i = next++) {
          const auto make_pieces = [&](const auto& hand_on) {
            make(std::span<const Record>(shuffle_.read(batches[i], scratch)), worker, hand_on);
          };
          turns.run_in_pieces(i, make_pieces, take);
        }
      });
    }

    [[nodiscard]] std::uint64_t spilled_bytes() const { return shuffle_.spilled_bytes(); }

   private:
    LocalExecutor& executor_;
    Shuffle<Record, KeyOf> shuffle_;
    std::vector<Writer> writers_;
  };

  template <typename Record, typename KeyOf>
  Regrouping<Record, KeyOf> regroup(std::uint64_t expected_records, KeyOf key_of = {}) {
    ShuffleOptions options;
    options.memory_bytes = memory_bytes_;
    options.expected_bytes = expected_records * sizeof(Record);
    options.writers = threads_;
    options.temp_dir = temp_dir_;
    options.pool = pool_;
    return Regrouping<Record, KeyOf>(*this, options, key_of);
  }

 private:
  void begin_step(std::uint64_t total) {
    if (progress_ != nullptr) progress_->begin_step(total);
  }

  void advance(std::uint64_t amount) {
    if (progress_ != nullptr) progress_->advance(amount);
  }

  std::size_t threads_;
  std::uint64_t memory_bytes_;
  std::string temp_dir_;
  Progress* progress_;
  std::shared_ptr<BlockPool> pool_ = std::make_shared<BlockPool>();
};

}  // namespace cento
