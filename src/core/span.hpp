#pragma once

#include <cstdint>
#include <string_view>

namespace cento {

/// Half-open range `[begin, end)` of UTF-8 bytes of a document part's text as read.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] std::uint32_t size() const { return end - begin; }
  [[nodiscard]] bool empty() const { return begin == end; }
  [[nodiscard]] std::string_view of(std::string_view text) const { return text.substr(begin, size()); }

  friend bool operator==(const Span&, const Span&) = default;
};

/// Dense number of a document inside one run. Users only ever see their own string ids.
using DocId = std::uint32_t;

}  // namespace cento
