#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

namespace cento {

/// Texts that come again and again, such as ids: each is kept once and has a number.
class RepeatedTexts {
 public:
  /// The number of a text, which is kept if it is new.
  std::uint32_t number_of(std::string_view text) {
    if (last_ < size() && (*this)[last_] == text) return last_;
    const auto [found, is_new] = numbers_.try_emplace(std::hash<std::string_view>()(text), size());
    if (!is_new && (*this)[found->second] == text) return last_ = found->second;
    // New, or another one has its hash value: then it is kept each time.
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    ends_.push_back(bytes_.size());
    return last_ = size() - 1;
  }

  [[nodiscard]] std::string_view operator[](std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return {bytes_.data() + begin, ends_[number] - begin};
  }

 private:
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }

  std::vector<char> bytes_;
  std::vector<std::size_t> ends_;
  boost::unordered_flat_map<std::size_t, std::uint32_t> numbers_;  // by hash value
  std::uint32_t last_ = 0;
};

}  // namespace cento
