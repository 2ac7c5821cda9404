#pragma once

#include <cstddef>

namespace cento {

/// What the kernels of html_to_text need: room for the text of a page, and bytes before it that are not text.
inline constexpr std::size_t kHtmlFrontBytes = 2;
inline constexpr std::size_t kHtmlSlackBytes = 64;

/// The most bytes that the text of `html_bytes` bytes takes. The only markup that grows is &nGt; and &nLt; (5 to 6).
constexpr std::size_t html_room_bytes(std::size_t html_bytes) {
  return html_bytes + html_bytes / 5 + kHtmlFrontBytes + kHtmlSlackBytes;
}

/// Write the text of [begin, end) into `room` and return its end; it begins kHtmlFrontBytes after `room` and may begin
/// with white space of a <pre>. Plain pointers, because each is compiled for a single instruction set.
char* html_text_scalar(const char* begin, const char* end, char* room) noexcept;
char* html_text_avx2(const char* begin, const char* end, char* room) noexcept;

}  // namespace cento
