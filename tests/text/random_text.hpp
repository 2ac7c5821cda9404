#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>

#include "core/utf8.hpp"

namespace cento::testing {

/// Random valid UTF-8, biased to what is hard to tokenise: mixed scripts, combining marks, ligatures, characters that
/// change length when folded, ignorable ones, and long runs of plain ASCII in between.
inline std::string random_text(std::mt19937_64& random, std::size_t characters) {
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };
  constexpr std::array<Range, 30> kRanges{{
      {0x20, 0x7E},     {0x61, 0x7A},     {0x30, 0x39},     {0x00, 0x20},       {0x80, 0xFF},       {0xC0, 0x24F},
      {0x300, 0x36F},   {0x370, 0x3FF},   {0x400, 0x52F},   {0x590, 0x6FF},     {0x900, 0xDFF},     {0xE00, 0xE7F},
      {0x1100, 0x11FF}, {0x1E00, 0x1FFF}, {0x2000, 0x20FF}, {0x2100, 0x218F},   {0x2460, 0x24FF},   {0x3000, 0x303F},
      {0x3040, 0x30FF}, {0x3099, 0x309C}, {0x3200, 0x33FF}, {0x4E00, 0x9FFF},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
      {0xFB00, 0xFDFF}, {0xFE00, 0xFEFF}, {0xFF00, 0xFFEF}, {0x1D400, 0x1D7FF}, {0x1F100, 0x1F6FF}, {0x0, 0x10FFFF},
  }};
  std::string text;
  while (characters > 0) {
    const Range range = kRanges[random() % kRanges.size()];
    std::size_t run = 1 + random() % (random() % 8 == 0 ? 70 : 6);
    for (; run > 0 && characters > 0; --run, --characters) {
      const auto c = static_cast<std::uint32_t>(range.first + random() % (range.last - range.first + 1));
      append_utf8(text, c);
    }
  }
  return text;
}

}  // namespace cento::testing
