#include "read/html/html_text.hpp"

#include <algorithm>

#include "read/html/html_entities.hpp"
#include "read/html/html_text_kernels.hpp"

namespace cento {

namespace {

constexpr std::string_view kWhiteSpace = " \t\n\r\f";

std::string_view extract(std::string_view html, char* room, Kernel kernel) {
  const char* begin = html.data();
  const char* end = begin + html.size();
  const char* text = room + kHtmlFrontBytes;
#if defined(__x86_64__)
  const char* text_end =
      kernel == Kernel::scalar ? html_text_scalar(begin, end, room) : html_text_avx2(begin, end, room);
#else
  static_cast<void>(kernel);
  const char* text_end = html_text_scalar(begin, end, room);
#endif
  const std::string_view found(text, static_cast<std::size_t>(text_end - text));
  return found.substr(std::min(found.size(), found.find_first_not_of(kWhiteSpace)));
}

}  // namespace

std::string_view html_to_text(std::string_view html, Arena& arena, Kernel kernel) {
  char* room = arena.allocate(html_room_bytes(html.size()));
  const std::string_view text = extract(html, room, kernel);
  arena.commit(room, static_cast<std::size_t>(text.data() + text.size() - room));
  return text;
}

std::string_view html_to_text(std::string_view html, Arena& arena) {
  return html_to_text(html, arena, best_kernel());
}

std::string html_to_text(std::string_view html) {
  std::string room(html_room_bytes(html.size()), '\0');
  return std::string(extract(html, room.data(), best_kernel()));
}

std::string decode_character_references(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t sign = std::min(text.size(), text.find('&', at));
    decoded.append(text, at, sign - at);
    if (sign == text.size()) break;
    const CharacterReference reference = read_character_reference(text.data() + sign, text.data() + text.size());
    decoded.append(reference.consumed != 0 ? std::string_view(reference.utf8, reference.size) : "&");
    at = sign + (reference.consumed != 0 ? reference.consumed : 1);
  }
  return decoded;
}

}  // namespace cento
