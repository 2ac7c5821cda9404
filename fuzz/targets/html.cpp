// Any bytes as a page: all kernels give the same text, in the arena and as a string, and it is valid UTF-8 when the
// page is.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/kernel.hpp"
#include "core/memory/arena.hpp"
#include "core/utf8.hpp"
#include "read/html/html_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy of exactly that size, so that reading beyond its end is noticed.
  const std::string html(reinterpret_cast<const char*>(data), size);
  cento::Arena arena;
  const std::string_view text = cento::html_to_text(html, arena, cento::Kernel::scalar);
  if (cento::html_to_text(html) != text) std::abort();
  if (cento::has_kernel(cento::Kernel::avx2) && cento::html_to_text(html, arena, cento::Kernel::avx2) != text) {
    std::abort();
  }
  const std::string title = cento::html_title(html);
  const std::string decoded = cento::decode_character_references(html);
  if (cento::is_valid_utf8(html)) {
    if (!cento::is_valid_utf8(text) || !cento::is_valid_utf8(title) || !cento::is_valid_utf8(decoded)) std::abort();
  }
  return 0;
}
