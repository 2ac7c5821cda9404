#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cento {

/// A set of document numbers. Copies are cheap, since most data is shared, and do not see later insertions.
class RemovedNumbers {
 public:
  RemovedNumbers() = default;
  explicit RemovedNumbers(std::vector<std::uint32_t> ascending);

  [[nodiscard]] bool contains(std::uint32_t number) const;
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return old_->size() + recent_->size(); }
  [[nodiscard]] std::vector<std::uint32_t> ascending() const;

  void insert(std::uint32_t number);  // must not be in the set
  /// `numbers` ascending; those not in the set are ignored.
  void erase(std::span<const std::uint32_t> numbers);

 private:
  using Numbers = std::shared_ptr<const std::vector<std::uint32_t>>;

  Numbers old_ = std::make_shared<const std::vector<std::uint32_t>>();
  Numbers recent_ = std::make_shared<const std::vector<std::uint32_t>>();  // few: copied with each insert()
};

}  // namespace cento
