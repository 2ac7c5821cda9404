// Any bytes in any charset become valid UTF-8. The first byte chooses the hints.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/memory/arena.hpp"
#include "core/utf8.hpp"
#include "read/charset/charset.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kLabels[] = {"",          "utf-8",       "latin1", "gbk",     "big5",     "shift_jis",
                                          "euc-jp",    "iso-2022-jp", "euc-kr", "utf-16",  "utf-16be", "utf-32",
                                          "macintosh", "koi8-r",      "ibm866", "nonsense"};
  if (size == 0) return 0;
  const std::string_view label = kLabels[data[0] % 16];
  const bool is_forced = (data[0] & 16) != 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  cento::CharsetHints hints;
  (is_forced ? hints.forced : hints.http) = label;
  hints.is_html = (data[0] & 32) != 0;
  cento::Arena arena;
  const cento::Utf8Text text = cento::to_utf8(bytes, hints, arena);
  if (!cento::is_valid_utf8(text.text) || text.charset.empty()) std::abort();
  return 0;
}
