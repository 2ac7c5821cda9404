#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cento/error.hpp"
#include "sign/signer.hpp"

// The join of near-duplicates cut into tasks, for an engine that schedules tasks and moves blocks of bytes between them
// (cento.spark). The documents of a collection are divided into parts, ranges of consecutive numbers; a task works on a
// part, or on a group of keys. What crosses from task to task are blocks of the records below: trivially copyable, in the
// byte order of the machine, without bytes that are not set.

namespace cento {

/// Changes with every layout of a block and every rule that decides what is in it: tasks of different versions must not
/// meet in one run.
inline constexpr std::uint32_t kTaskVersion = 2;

/// A document and the fingerprints of its features and of its bytes.
struct ClassMember {
  Fingerprint features;
  Fingerprint text;
  std::uint32_t document = 0;
  std::uint32_t size = 0;  // number of features; 0: it is in no class

  friend bool operator<(const ClassMember& x, const ClassMember& y) {
    return x.features != y.features ? x.features < y.features : x.document < y.document;
  }
};
static_assert(sizeof(ClassMember) == 40 && std::is_trivially_copyable_v<ClassMember>);

/// A document whose features an earlier one has, the first of those, and the first with the bytes of its text (itself if
/// no earlier one has them).
struct LaterMember {
  std::uint32_t document = 0;
  std::uint32_t first = 0;
  std::uint32_t first_of_text = 0;
};
static_assert(sizeof(LaterMember) == 12);

/// A feature that a set showed in a slice and that turned out to be common.
struct CommonShown {
  std::uint32_t set = 0;
  std::uint32_t slice = 0;
  std::uint32_t short_feature = 0;
  std::uint32_t sets = 0;  // that showed it

  friend bool operator<(const CommonShown& x, const CommonShown& y) {
    if (x.set != y.set) return x.set < y.set;
    return x.slice != y.slice ? x.slice < y.slice : x.short_feature < y.short_feature;
  }
};
static_assert(sizeof(CommonShown) == 16);

/// How many features that a set showed in a slice turned out to be common.
struct CommonCount {
  std::uint32_t set = 0;
  std::uint32_t slice = 0;
  std::uint32_t count = 0;

  friend bool operator<(const CommonCount& x, const CommonCount& y) {
    return x.set != y.set ? x.set < y.set : x.slice < y.slice;
  }
};
static_assert(sizeof(CommonCount) == 12);

/// A pair that may be similar, and where it is compared: in the part of the set `home`.
struct PairAtHome {
  std::uint32_t a = 0;  // the smaller number
  std::uint32_t b = 0;
  std::uint32_t home = 0;
  std::uint32_t shared = 0;        // shown features that both have
  std::uint32_t size_b = 0;        // of b: its features,
  std::uint32_t rest_b = 0;        // and those that are not rare ones of slices that all sets show
};
static_assert(sizeof(PairAtHome) == 24);

/// The features of a set were sent to a part.
struct SentSet {
  std::uint32_t set = 0;
  std::uint32_t part = 0;
};
static_assert(sizeof(SentSet) == 8);

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

}  // namespace cento
