#include "core/utf8.hpp"

#include <simdjson.h>

namespace cento {

namespace {

/// Length of the well-formed sequence at `at`, or 0; `wrong` is set to the length of the maximal ill-formed one.
std::uint32_t sequence_length(std::string_view text, std::size_t at, std::uint32_t& wrong) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  wrong = 1;
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::uint32_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  for (std::uint32_t i = 1; i < length; ++i) {
    if (at + i >= text.size() || byte(at + i) < low || byte(at + i) > high) return 0;
    wrong = i + 1;
    low = 0x80;
    high = 0xBF;
  }
  return length;
}

}  // namespace

bool is_valid_utf8(std::string_view bytes) {
  return simdjson::validate_utf8(bytes.data(), bytes.size());
}

CodePoint decode_utf8(std::string_view text, std::size_t at) {
  std::uint32_t wrong = 1;
  const std::uint32_t length = sequence_length(text, at, wrong);
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])); };
  switch (length) {
    case 1: return {byte(0), 1};
    case 2: return {(byte(0) & 0x1F) << 6 | (byte(1) & 0x3F), 2};
    case 3: return {(byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
    case 4: return {(byte(0) & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F), 4};
    default: return {kReplacementCharacter, wrong};
  }
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) code_point = kReplacementCharacter;
  const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3F));
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

std::size_t append_valid_utf8(std::string& out, std::string_view bytes) {
  if (is_valid_utf8(bytes)) {
    out.append(bytes);
    return 0;
  }
  std::size_t replaced = 0;
  std::size_t kept = 0;  // begin of the valid bytes not yet copied
  for (std::size_t at = 0; at < bytes.size();) {
    std::uint32_t wrong = 1;
    const std::uint32_t length = sequence_length(bytes, at, wrong);
    if (length != 0) {
      at += length;
      continue;
    }
    out.append(bytes.substr(kept, at - kept));
    append_utf8(out, kReplacementCharacter);
    ++replaced;
    at += wrong;
    kept = at;
  }
  out.append(bytes.substr(kept));
  return replaced;
}

}  // namespace cento
