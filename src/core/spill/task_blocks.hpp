#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cento/error.hpp"

// Methods cut into tasks, for an engine that schedules tasks and moves blocks of bytes between them (cento.spark). The
// documents of a collection are divided into parts, ranges of consecutive numbers; a task works on a part, or on a
// group of keys. What crosses from task to task are blocks of records: trivially copyable, in the byte order of the
// machine, without bytes that are not set.

namespace cento {

/// Changes with every layout of a block and every rule that decides what is in it: tasks of different versions must not
/// meet in one run.
inline constexpr std::uint32_t kTaskVersion = 4;

/// Which documents each part has: part p those from begins[p] to begins[p + 1].
class DocumentParts {
 public:
  /// `begins` ascends, from 0 to the number of documents. Throws Error when it is empty.
  explicit DocumentParts(std::vector<std::uint32_t> begins) : begins_(std::move(begins)) {
    if (begins_.size() < 2 || begins_.front() != 0) throw Error("a collection is divided into at least one part");
  }

  [[nodiscard]] std::size_t size() const { return begins_.size() - 1; }
  [[nodiscard]] std::uint32_t begin(std::size_t part) const { return begins_[part]; }
  [[nodiscard]] std::uint32_t end(std::size_t part) const { return begins_[part + 1]; }
  [[nodiscard]] std::size_t part_of(std::uint32_t document) const {
    return static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), document) - begins_.begin()) - 1;
  }

 private:
  std::vector<std::uint32_t> begins_;
};

/// Bytes on their way to tasks, in blocks of limited size.
class OutgoingBlocks {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;

  struct Block {
    std::uint32_t to = 0;
    std::string bytes;
  };

  explicit OutgoingBlocks(std::size_t tasks) : open_(tasks) {}

  template <typename Record>
  void add(std::size_t to, const Record& record) {
    static_assert(std::is_trivially_copyable_v<Record>);
    add(to, std::string_view(reinterpret_cast<const char*>(&record), sizeof record));
  }

  /// Bytes that stay together in one block.
  void add(std::size_t to, std::string_view bytes) {
    std::string& open = open_.at(to);
    if (open.size() + bytes.size() > kMostBytes && !open.empty()) hand_over(to);
    open.append(bytes);
  }
  void add(std::size_t to, const std::string& bytes) { add(to, std::string_view(bytes)); }

  /// All blocks; nothing is left.
  [[nodiscard]] std::vector<Block> take() {
    for (std::size_t to = 0; to < open_.size(); ++to) {
      if (!open_[to].empty()) hand_over(to);
    }
    return std::exchange(full_, {});
  }

 private:
  void hand_over(std::size_t to) { full_.push_back({static_cast<std::uint32_t>(to), std::exchange(open_[to], {})}); }

  std::vector<std::string> open_;
  std::vector<Block> full_;
};

/// Appends the records of a block. Throws Error when it is not made of whole records.
template <typename Record>
void append_records(std::string_view block, std::vector<Record>& records) {
  if (block.size() % sizeof(Record) != 0) throw Error("a block of records has an incomplete one: was it cut off?");
  const std::size_t before = records.size();
  records.resize(before + block.size() / sizeof(Record));
  if (!block.empty()) std::memcpy(records.data() + before, block.data(), block.size());
}

/// The task of a group of keys, of fewer than 2^32.
inline std::size_t group_of(std::uint64_t spread_key, std::size_t groups) {
  return static_cast<std::size_t>(((spread_key >> 32U) * groups) >> 32U);
}

/// What a task of groups may use: memory for regrouping, beyond which it uses `temp_dir`.
struct TaskMemory {
  std::uint64_t bytes = std::uint64_t{256} << 20;
  std::string temp_dir;
};

}  // namespace cento
