#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "align/substring/substring_runs.hpp"
#include "align/substring/substring_stretches.hpp"
#include "cento/error.hpp"
#include "cento/method_options.hpp"
#include "core/spill/task_blocks.hpp"

namespace cento {

/// Which tokens each part of a collection has: part p those from begins[p] to begins[p + 1]. Numbers ascend as the
/// collection does; ends of texts have one, too, as in TokenArchive.
class TokenParts {
 public:
  /// `begins` ascends from 0. Throws Error when there are more tokens than a WindowRow can number.
  explicit TokenParts(std::vector<std::uint64_t> begins) : begins_(std::move(begins)) {
    constexpr std::uint64_t kTokensMost = std::uint64_t{1} << 44;
    if (begins_.size() < 2 || begins_.front() != 0) throw Error("a collection is divided into at least one part");
    if (begins_.back() >= kTokensMost) throw Error("a collection has at most 2^44 words");
  }

  [[nodiscard]] std::uint64_t begin(std::size_t part) const { return begins_[part]; }
  [[nodiscard]] std::uint64_t size(std::size_t part) const { return begins_[part + 1] - begins_[part]; }
  [[nodiscard]] std::size_t part_of(std::uint64_t token) const {
    return static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), token) - begins_.begin()) - 1;
  }

 private:
  std::vector<std::uint64_t> begins_;
};

/// What all tasks of method substring know: the options, how documents and tokens are divided into parts, and how many
/// tasks there are for groups of keys. Part p and group p are both worked on by task p.
struct SubstringTask {
  RunRule rule;
  DocumentParts parts{{0, 0}};
  TokenParts tokens{{0, 0}};
  std::optional<std::uint32_t> reference_parts =
      {};  // how many of the first parts are the reference; none: there is none
  std::size_t groups = 1;
  TaskMemory memory = {};

  [[nodiscard]] std::size_t tasks() const { return std::max(groups, parts.size()); }
  [[nodiscard]] bool is_part(std::size_t task) const { return task < parts.size(); }
  [[nodiscard]] RunShape shape() const { return RunShape::of(rule.min_tokens); }
  [[nodiscard]] bool is_reference(std::uint32_t part) const { return part < reference_parts.value_or(0); }
  [[nodiscard]] WantedWindows wanted() const {
    return reference_parts ? WantedWindows{true, tokens.begin(*reference_parts)} : WantedWindows{};
  }
};

}  // namespace cento
