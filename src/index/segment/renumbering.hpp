#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cento {

/// Maps documents or positions to their numbers in the merged segment. Made of runs with constant shift, so it is small
/// if segments follow each other and little is removed.
class Renumbering {
 public:
  static constexpr std::uint32_t kGone = ~std::uint32_t{0};

  /// Numbers come in order, from 0: the next `count` become `first`, `first` + 1, …, or are kGone.
  void add(std::uint32_t count, std::uint32_t first);

  /// Makes look-ups fast; call it once, after all were added.
  void finish();

  /// The new number of one that was added; kGone for others.
  [[nodiscard]] std::uint32_t operator()(std::uint32_t number) const;

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool keeps_all() const { return gone_ == 0; }

 private:
  struct Run {
    std::uint32_t begin = 0;
    std::uint32_t first = 0;  // kGone: all of them
  };

  [[nodiscard]] bool continues(const Run& run, std::uint32_t first) const;

  std::vector<Run> runs_;
  std::vector<std::uint32_t> blocks_;  // of 2^shift_ numbers: the run of the first; and the last run
  unsigned shift_ = 0;
  std::uint32_t size_ = 0;
  std::uint32_t gone_ = 0;
};

}  // namespace cento
