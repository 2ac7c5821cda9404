#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace cento::testing {

/// The operations of LocalExecutor in the plainest way: everything in vectors, cut into random partitions, each grouped
/// by a plain sort. What a method gives must not depend on which of the two runs it.
class NaiveExecutor {
 public:
  explicit NaiveExecutor(std::uint32_t seed) : random_(seed) {}

  [[nodiscard]] static std::size_t workers() { return 3; }
  [[nodiscard]] std::uint64_t memory_bytes() { return random_() % 100'000; }

  template <typename Work>
  void for_each_range(std::size_t items, const Work& work) {
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    for (std::size_t begin = 0; begin < items;) {
      const std::size_t end = std::min(items, begin + 1 + random_() % 7);
      ranges.emplace_back(begin, end);
      begin = end;
    }
    std::shuffle(ranges.begin(), ranges.end(), random_);
    for (const auto& [begin, end] : ranges) work(begin, end, random_() % workers());
  }

  template <typename Record, typename KeyOf>
  class Regrouping {
   public:
    Regrouping(NaiveExecutor& executor, KeyOf key_of) : executor_(executor), key_of_(key_of) {}

    struct Writer {
      std::vector<Record>* records;
      void add(const Record& record) { records->push_back(record); }
    };

    Writer& writer(std::size_t) { return writer_; }

    template <typename Work>
    void for_each_batch(const Work& work) {
      const std::size_t partitions = 1 + executor_.random_() % 5;
      const std::uint64_t salt = executor_.random_();
      for (std::size_t partition = 0; partition < partitions; ++partition) {
        std::vector<Record> mine;
        for (const Record& record : records_) {
          if ((key_of_(record) ^ salt) % partitions == partition) mine.push_back(record);
        }
        std::sort(mine.begin(), mine.end(), [&](const Record& a, const Record& b) {
          return key_of_(a) != key_of_(b) ? key_of_(a) < key_of_(b) : a < b;
        });
        if (!mine.empty()) work(std::span<const Record>(mine), executor_.random_() % workers());
      }
    }

    [[nodiscard]] static std::uint64_t spilled_bytes() { return 0; }

   private:
    NaiveExecutor& executor_;
    KeyOf key_of_;
    std::vector<Record> records_;
    Writer writer_{&records_};
  };

  template <typename Record, typename KeyOf>
  Regrouping<Record, KeyOf> regroup(std::uint64_t, KeyOf key_of = {}) {
    return Regrouping<Record, KeyOf>(*this, key_of);
  }

 private:
  std::mt19937 random_;
};

}  // namespace cento::testing
