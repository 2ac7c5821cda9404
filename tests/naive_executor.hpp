#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/memory/memory_budget.hpp"

namespace cento::testing {

/// The operations of LocalExecutor in the simplest way: one thread, everything in vectors, cut into random partitions,
/// each grouped by a plain sort. A method's result must not depend on which of the two runs it.
class NaiveExecutor {
 public:
  explicit NaiveExecutor(std::uint32_t seed) : random_(seed) {}

  [[nodiscard]] static std::size_t workers() { return 3; }
  [[nodiscard]] std::uint64_t memory_bytes() { return random_() % 100'000; }
  static void give_memory_back(std::size_t /*but_bytes*/) {}
  static void begin_phase(const char* /*name*/) {}

  template <typename Work>
  void for_each_range(std::size_t items, const Work& work) {
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    for (std::size_t begin = 0; begin < items;) {
      const std::size_t end = std::min(items, begin + 1 + random_() % 7);
      ranges.emplace_back(begin, end);
      begin = end;
    }
    std::shuffle(ranges.begin(), ranges.end(), random_);
    for (const auto& [begin, end] : ranges) work(begin, end, random_worker());
  }

  template <typename Record, typename KeyOf>
  class Regrouping {
    static_assert(std::is_trivially_copyable_v<Record>);

   public:
    Regrouping(NaiveExecutor& executor, KeyOf key_of) : executor_(executor), key_of_(key_of) {}

    class Writer {
     public:
      explicit Writer(std::vector<Record>& records) : records_(records) {}
      void add(const Record& record) { records_.push_back(record); }
      void flush() {}

     private:
      std::vector<Record>& records_;
    };

    Writer& writer(std::size_t /*worker*/) { return writer_; }

    /// In a random order.
    template <typename Work>
    void for_each_batch(const Work& work) {
      std::vector<std::vector<Record>> batches = cut_into_batches();
      std::shuffle(batches.begin(), batches.end(), executor_.random_);
      for (const std::vector<Record>& batch : batches) work(std::span<const Record>(batch), executor_.random_worker());
    }

    /// In the order of keys.
    template <typename Make, typename Take>
    void for_each_batch_in_order(const Make& make, const Take& take) {
      for (const std::vector<Record>& batch : cut_into_batches()) {
        take(make(std::span<const Record>(batch), executor_.random_worker()));
      }
    }

    template <typename Make, typename Take>
    void for_each_batch_in_pieces(const Make& make, const Take& take) {
      for (const std::vector<Record>& batch : cut_into_batches()) {
        make(std::span<const Record>(batch), executor_.random_worker(),
             [&](auto&& piece) { take(std::forward<decltype(piece)>(piece)); });
      }
    }

    template <typename Use>
    void read_in_order(const Use& use) {
      for (const std::vector<Record>& batch : cut_into_batches()) use(std::span<const Record>(batch));
    }

    [[nodiscard]] static std::uint64_t spilled_bytes() { return 0; }

   private:
    /// Whole groups, in the order of keys and within a key by the record's own order; cut between groups at random.
    [[nodiscard]] std::vector<std::vector<Record>> cut_into_batches() {
      std::sort(records_.begin(), records_.end(), [&](const Record& a, const Record& b) {
        return key_of_(a) != key_of_(b) ? key_of_(a) < key_of_(b) : a < b;
      });
      std::vector<std::vector<Record>> batches;
      for (const Record& record : records_) {
        const bool is_new_group = batches.empty() || key_of_(batches.back().back()) != key_of_(record);
        if (batches.empty() || (is_new_group && executor_.random_() % 3 == 0)) batches.emplace_back();
        batches.back().push_back(record);
      }
      return batches;
    }

    NaiveExecutor& executor_;
    KeyOf key_of_;
    std::vector<Record> records_;
    Writer writer_{records_};
  };

  template <typename Record, typename KeyOf>
  Regrouping<Record, KeyOf> regroup(std::uint64_t /*expected_records*/, KeyOf key_of = {}) {
    return Regrouping<Record, KeyOf>(*this, key_of);
  }

  template <typename Record, typename KeyOf>
  Regrouping<Record, KeyOf> regroup(std::uint64_t /*expected_records*/, KeyOf key_of, const MemoryPart& /*memory*/) {
    return Regrouping<Record, KeyOf>(*this, key_of);
  }

 private:
  [[nodiscard]] std::size_t random_worker() { return random_() % workers(); }

  std::mt19937 random_;
};

}  // namespace cento::testing
