#pragma once

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

  /// Returns the number of the first of them. Not while others read.
  std::uint64_t append(std::span<const Record> records) {
    return bytes_.append({reinterpret_cast<const char*>(records.data()), records.size_bytes()}) / sizeof(Record);
  }

  /// Called between append() and the first read(), if many threads read.
  void finish() { static_cast<void>(bytes_.read(bytes_.size(), nullptr, 0)); }

  [[nodiscard]] Record at(std::uint64_t number) {
    Record record;
    static_cast<void>(bytes_.read(number * sizeof(Record), reinterpret_cast<char*>(&record), sizeof(Record)));
    return record;
  }

  /// Makes `out` the `count` records from `first` on, which must be there.
  void read(std::uint64_t first, std::size_t count, PlainVector<Record>& out) {
    out.resize(count);
    static_cast<void>(bytes_.read(first * sizeof(Record), reinterpret_cast<char*>(out.data()), count * sizeof(Record)));
  }

  [[nodiscard]] std::uint64_t size() const { return bytes_.size() / sizeof(Record); }
  [[nodiscard]] bool in_file() const { return bytes_.in_file(); }

 private:
  ByteSpool bytes_;
};

}  // namespace cento
