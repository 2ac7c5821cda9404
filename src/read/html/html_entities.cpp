#include "read/html/html_entities.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <string_view>

#include "core/utf8.hpp"
#include "read/html/html_entity_table.hpp"

namespace cento {

namespace {

constexpr std::size_t kLongestName = 31;
constexpr std::size_t kLongestBareName = 6;
constexpr std::size_t kShortestName = 2;
constexpr std::uint32_t kLastCodePoint = 0x10FFFF;

// Meaning of the numbers 0x80 to 0x9F: windows-1252 where it has a character there.
constexpr std::uint16_t kWindows1252[] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                          0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                          0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                          0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::uint32_t hash_of(std::string_view name) {
  std::uint32_t value = 2166136261U;
  for (const char c : name) value = (value ^ static_cast<unsigned char>(c)) * 16777619U;
  return value ^ value >> 16;
}

const Entity* find_entity(std::string_view name) {
  for (std::size_t slot = hash_of(name);; ++slot) {
    const std::uint16_t number = kEntitySlots[slot % std::size(kEntitySlots)];
    if (number == 0) return nullptr;
    const Entity& entity = kEntities[number - 1];
    if (name == std::string_view(kEntityNames + entity.name_begin, entity.name_length)) return &entity;
  }
}

void append(CharacterReference& reference, std::uint32_t c) {
  const auto put = [&](std::uint32_t byte) { reference.utf8[reference.size++] = static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xC0 | c >> 6);
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
  }
  put(0x80 | (c & 0x3F));
}

std::uint32_t character_of(std::uint32_t number) {
  if (number == 0 || number > kLastCodePoint || (number >= 0xD800 && number <= 0xDFFF)) return kReplacementCharacter;
  if (number >= 0x80 && number <= 0x9F) return kWindows1252[number - 0x80];
  return number;
}

CharacterReference read_number(const char* at, const char* end) {
  const char* digit = at + 2;
  const bool hexadecimal = digit < end && (*digit == 'x' || *digit == 'X');
  if (hexadecimal) ++digit;
  const std::uint32_t base = hexadecimal ? 16 : 10;
  const char* first = digit;
  std::uint32_t number = 0;
  for (; digit < end; ++digit) {
    const int value = hex_value(*digit);
    if (value < 0 || static_cast<std::uint32_t>(value) >= base) break;
    number = std::min(number * base + static_cast<std::uint32_t>(value), kLastCodePoint + 1);
  }
  CharacterReference reference;
  if (digit == first) return reference;
  if (digit < end && *digit == ';') ++digit;
  reference.consumed = static_cast<std::uint32_t>(digit - at);
  append(reference, character_of(number));
  return reference;
}

CharacterReference reference_to(const Entity& entity, std::size_t consumed) {
  CharacterReference reference;
  reference.consumed = static_cast<std::uint32_t>(consumed);
  append(reference, entity.first);
  if (entity.second != 0) append(reference, entity.second);
  return reference;
}

CharacterReference read_name(const char* at, const char* end) {
  const char* name = at + 1;
  const char* stop = name;
  const char* furthest = name + std::min<std::ptrdiff_t>(end - name, kLongestName + 1);
  while (stop < furthest && (is_letter(*stop) || is_digit(*stop))) ++stop;
  const auto length = static_cast<std::size_t>(stop - name);
  if (stop < end && *stop == ';') {
    if (const Entity* entity = find_entity({name, length})) return reference_to(*entity, length + 2);
  }
  for (std::size_t bare = std::min(length, kLongestBareName); bare >= kShortestName; --bare) {
    const Entity* entity = find_entity({name, bare});
    if (entity != nullptr && entity->bare) return reference_to(*entity, bare + 1);
  }
  return {};
}

}  // namespace

CharacterReference read_character_reference(const char* at, const char* end) noexcept {
  if (end - at < 2) return {};
  return at[1] == '#' ? read_number(at, end) : read_name(at, end);
}

}  // namespace cento
