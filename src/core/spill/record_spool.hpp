#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/memory/plain_vector.hpp"
#include "core/spill/byte_spool.hpp"

namespace cento {

/// A sequence of plain records, looked up by number: in memory up to a limit, then in a temporary file.
template <typename Record>
class RecordSpool {
  static_assert(std::is_trivially_copyable_v<Record>);

 public:
  /// `temp_dir`: empty for the system's default.
  RecordSpool(const MemoryPart& memory, std::string temp_dir) : bytes_(memory, std::move(temp_dir)) {}

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

  /// Sets `out` to the `count` records from `first` on, which must exist.
  void read(std::uint64_t first, std::size_t count, PlainVector<Record>& out) const {
    out.resize(count);
    static_cast<void>(bytes_.read(first * sizeof(Record), reinterpret_cast<char*>(out.data()), count * sizeof(Record)));
  }

  [[nodiscard]] std::uint64_t size() const { return bytes_.size() / sizeof(Record); }
  [[nodiscard]] bool in_file() const { return bytes_.in_file(); }
  /// How many of the first records are in memory.
  [[nodiscard]] std::uint64_t in_memory() const { return bytes_.in_memory().size() / sizeof(Record); }

 private:
  ByteSpool bytes_;
};

/// Looks up records of a spool by number. Reads several at a time from the file: fast if the next number is soon after
/// the last. One object per thread; the spool must outlive it and may grow.
template <typename Record>
class SpoolReader {
 public:
  explicit SpoolReader(const RecordSpool<Record>& spool) : spool_(&spool) {}

  [[nodiscard]] Record at(std::uint64_t number) {
    if (number < spool_->in_memory()) return spool_->at(number);
    if (number - first_ >= window_.size()) fill(number);  // a number before the first wraps around
    return window_[static_cast<std::size_t>(number - first_)];
  }

  /// How often the file was read.
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
