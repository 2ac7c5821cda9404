#include "index/store/removed_numbers.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cento {

namespace {

constexpr std::size_t kMostRecent = 1024;

}  // namespace

RemovedNumbers::RemovedNumbers(std::vector<std::uint32_t> ascending)
    : old_(std::make_shared<const std::vector<std::uint32_t>>(std::move(ascending))) {}

bool RemovedNumbers::contains(std::uint32_t number) const {
  return std::binary_search(recent_->begin(), recent_->end(), number) ||
         std::binary_search(old_->begin(), old_->end(), number);
}

std::vector<std::uint32_t> RemovedNumbers::ascending() const {
  std::vector<std::uint32_t> all;
  all.reserve(size());
  std::merge(old_->begin(), old_->end(), recent_->begin(), recent_->end(), std::back_inserter(all));
  return all;
}

void RemovedNumbers::insert(std::uint32_t number) {
  if (recent_->size() >= kMostRecent) *this = RemovedNumbers(ascending());
  std::vector<std::uint32_t> recent = *recent_;
  recent.insert(std::upper_bound(recent.begin(), recent.end(), number), number);
  recent_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(recent));
}

void RemovedNumbers::erase(std::span<const std::uint32_t> numbers) {
  const std::vector<std::uint32_t> all = ascending();
  std::vector<std::uint32_t> left;
  std::set_difference(all.begin(), all.end(), numbers.begin(), numbers.end(), std::back_inserter(left));
  *this = RemovedNumbers(std::move(left));
}

}  // namespace cento
