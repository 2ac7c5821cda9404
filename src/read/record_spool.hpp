#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/plain_vector.hpp"
#include "read/byte_spool.hpp"

namespace cento {

/// Plain records put aside one behind the other, to be looked up by number: in memory up to a limit, then in a
/// temporary file.
template <typename Record>
class RecordSpool {
  static_assert(std::is_trivially_copyable_v<Record>);

 public:
  /// `temp_dir`: empty for the system's.
  RecordSpool(std::uint64_t memory_bytes, std::string temp_dir) : bytes_(memory_bytes, std::move(temp_dir)) {}

  /// Returns the number of the first of them. Not while other threads read.
  std::uint64_t append(std::span<const Record> records) {
    return bytes_.append({reinterpret_cast<const char*>(records.data()), records.size_bytes()}) / sizeof(Record);
  }

  /// Many threads may read while none appends.
  [[nodiscard]] Record at(std::uint64_t number) const {
    Record record;
    static_cast<void>(bytes_.read(number * sizeof(Record), reinterpret_cast<char*>(&record), sizeof(Record)));
    return record;
  }

  /// Makes `out` the `count` records from `first` on, which must be there.
  void read(std::uint64_t first, std::size_t count, PlainVector<Record>& out) const {
    out.resize(count);
    static_cast<void>(bytes_.read(first * sizeof(Record), reinterpret_cast<char*>(out.data()), count * sizeof(Record)));
  }

  [[nodiscard]] std::uint64_t size() const { return bytes_.size() / sizeof(Record); }
  [[nodiscard]] bool in_file() const { return bytes_.in_file(); }
  /// The first so many are in memory.
  [[nodiscard]] std::uint64_t in_memory() const { return bytes_.in_memory().size() / sizeof(Record); }

 private:
  ByteSpool bytes_;
};

/// Looks records of a spool up by number. Of those in the file it reads some at a time: quick where the next one that
/// is asked for stands soon behind the last. One object for each thread; the spool must outlive it and may grow.
template <typename Record>
class SpoolReader {
 public:
  explicit SpoolReader(const RecordSpool<Record>& spool) : spool_(&spool) {}

  [[nodiscard]] Record at(std::uint64_t number) {
    if (number < spool_->in_memory()) return spool_->at(number);
    if (number - first_ >= window_.size()) fill(number);  // a number before the first counts as far behind it, too
    return window_[static_cast<std::size_t>(number - first_)];
  }

  /// How often it went to the file.
  [[nodiscard]] std::uint64_t fills() const { return fills_; }

 private:
  static constexpr std::size_t kWindowRecords = std::max<std::size_t>(1, (std::size_t{4} << 10) / sizeof(Record));

  void fill(std::uint64_t number) {
    spool_->read(number, std::min<std::uint64_t>(kWindowRecords, spool_->size() - number), window_);
    first_ = number;
    ++fills_;
  }

  const RecordSpool<Record>* spool_;
  PlainVector<Record> window_;
  std::uint64_t first_ = 0;  // number of the window's first
  std::uint64_t fills_ = 0;
};

}  // namespace cento
