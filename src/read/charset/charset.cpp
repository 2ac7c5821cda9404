#include "read/charset/charset.hpp"

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/ucsdet.h>

#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/utf8.hpp"
#include "read/charset/charset_declaration.hpp"
#include "read/charset/charset_labels.hpp"

namespace cento {

namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::size_t kDetectionBytes = std::size_t{64} << 10;  // enough to detect a charset, cheap enough for any page
constexpr std::size_t kMostUtf8Bytes =
    3;  // what one byte can become: € or U+FFFD; longer characters come from two or more

/// A charset and how it was determined.
struct Choice {
  const Charset* charset = nullptr;
  std::string_view source;
};

struct Mark {
  std::string_view bytes;
  std::string_view label;
};

const Charset* charset_of_mark(std::string_view bytes) {
  using namespace std::string_view_literals;
  constexpr Mark kMarks[] = {{kUtf8Mark, "utf-8"},
                             {"\xFF\xFE\0\0"sv, "utf-32le"},
                             {"\0\0\xFE\xFF"sv, "utf-32be"},
                             {"\xFF\xFE"sv, "utf-16le"},
                             {"\xFE\xFF"sv, "utf-16be"}};
  for (const Mark& mark : kMarks) {
    if (bytes.starts_with(mark.bytes)) return charset_labelled(mark.label);
  }
  return nullptr;
}

bool is_utf8(const Charset& charset) {
  return charset.converter == nullptr;
}

bool is_ascii(std::string_view bytes) {
  constexpr std::size_t kBlockBytes = 256;  // no early exit inside, so that the compiler can use vectors
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kBlockBytes))) {
    unsigned all = 0;
    for (const char c : bytes.substr(0, kBlockBytes)) all |= static_cast<unsigned char>(c);
    if (all >= 0x80) return false;
  }
  return true;
}

/// Some charsets encode everything in bytes that look like ASCII.
bool may_hide_in_ascii(const Charset& charset, std::string_view bytes) {
  if (charset.name == "ISO-2022-JP") return bytes.find('\x1B') != std::string_view::npos;
  const bool is_wide = charset.name.starts_with("UTF-16") || charset.name.starts_with("UTF-32");
  return is_wide && bytes.find('\0') != std::string_view::npos;
}

/// Whether to believe the declaration although the bytes are valid UTF-8. UTF-8 with three or more bytes per character
/// hardly ever arises by accident; with two bytes it does, in short Chinese, Japanese and Korean texts.
bool trusts_declaration(const Charset& charset, std::string_view bytes) {
  if (may_hide_in_ascii(charset, bytes)) return true;
  if (!charset.is_double_byte || is_ascii(bytes)) return false;
  return std::none_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xE0; });
}

Choice declared(std::string_view bytes, const CharsetHints& hints) {
  if (const Charset* charset = charset_labelled(hints.http)) return {charset, "http"};
  if (!hints.is_html) return {};
  const CharsetDeclaration declaration = declared_charset(bytes);
  return {declaration.charset, declaration.source};
}

Choice detected(std::string_view bytes, bool is_html) {
  const std::string_view sample = bytes.substr(0, kDetectionBytes);
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, decltype(&ucsdet_close)> detector(ucsdet_open(&status), ucsdet_close);
  ucsdet_enableInputFilter(detector.get(), is_html ? 1 : 0);
  ucsdet_setText(detector.get(), sample.data(), static_cast<std::int32_t>(sample.size()), &status);
  std::int32_t count = 0;
  const UCharsetMatch** matches = ucsdet_detectAll(detector.get(), &count, &status);
  for (std::int32_t i = 0; U_SUCCESS(status) && i < count; ++i) {
    const char* name = ucsdet_getName(matches[i], &status);
    const Charset* charset = name == nullptr ? nullptr : charset_labelled(name);
    if (charset != nullptr) return {charset, "detected"};
  }
  return {charset_labelled("windows-1252"), "detected"};
}

Choice choose(std::string_view bytes, const CharsetHints& hints) {
  if (const Charset* charset = charset_labelled(hints.forced)) return {charset, "forced"};
  if (const Charset* charset = charset_of_mark(bytes)) return {charset, "bom"};
  const Choice claim = declared(bytes, hints);
  if (!is_valid_utf8(bytes)) return claim.charset != nullptr ? claim : detected(bytes, hints.is_html);
  if (claim.charset != nullptr && trusts_declaration(*claim.charset, bytes)) return claim;
  if (claim.charset == nullptr || is_ascii(bytes)) return {charset_labelled("utf-8"), ""};
  return is_utf8(*claim.charset) ? claim : Choice{charset_labelled("utf-8"), "detected"};
}

/// Called by ICU for invalid input: writes U+FFFD and counts it.
void U_CALLCONV replace_invalid(const void* context, UConverterToUnicodeArgs* arguments, const char* /*bytes*/,
                                std::int32_t /*length*/, UConverterCallbackReason reason, UErrorCode* status) {
  if (reason > UCNV_IRREGULAR) return;  // the converter is reset or closed
  ++*static_cast<std::size_t*>(const_cast<void*>(context));
  *status = U_ZERO_ERROR;
  constexpr UChar kReplacement = 0xFFFD;
  ucnv_cbToUWriteUChars(arguments, &kReplacement, 1, 0, status);
}

using Converter = std::unique_ptr<UConverter, decltype(&ucnv_close)>;

Converter open_converter(const char* name) {
  UErrorCode status = U_ZERO_ERROR;
  return {ucnv_open(name, &status), ucnv_close};
}

std::string_view without_mark(std::string_view text) {
  return text.starts_with(kUtf8Mark) ? text.substr(kUtf8Mark.size()) : text;
}

std::string_view from_utf8(std::string_view bytes, std::size_t& replaced, Arena& arena) {
  if (is_valid_utf8(bytes)) return bytes;
  std::string valid;
  valid.reserve(bytes.size());
  replaced = append_valid_utf8(valid, bytes);
  return arena.store(valid);
}

/// Uses ICU. A converter is opened for each text: ICU keeps the tables, and nothing is shared between threads.
std::string_view converted(std::string_view bytes, const char* name, std::size_t& replaced, Arena& arena) {
  const Converter source = open_converter(name);
  const Converter target = open_converter("UTF-8");
  if (source == nullptr || target == nullptr) return from_utf8(bytes, replaced, arena);
  UErrorCode status = U_ZERO_ERROR;
  ucnv_setToUCallBack(source.get(), replace_invalid, &replaced, nullptr, nullptr, &status);
  const std::size_t room_bytes = bytes.size() * kMostUtf8Bytes + kMostUtf8Bytes;
  char* room = arena.allocate(room_bytes);
  char* to = room;
  const char* from = bytes.data();
  ucnv_convertEx(target.get(), source.get(), &to, room + room_bytes, &from, bytes.data() + bytes.size(), nullptr,
                 nullptr, nullptr, nullptr, 1, 1, &status);
  const auto size = static_cast<std::size_t>(to - room);
  arena.commit(room, size);
  return {room, size};
}

}  // namespace

bool is_known_charset(std::string_view label) {
  return charset_labelled(label) != nullptr;
}

Utf8Text to_utf8(std::string_view bytes, const CharsetHints& hints, Arena& arena) {
  const Choice choice = choose(bytes, hints);
  Utf8Text result;
  result.charset = choice.charset->name;
  result.source = choice.source;
  const std::string_view text = is_utf8(*choice.charset)
                                    ? from_utf8(bytes, result.replaced, arena)
                                    : converted(bytes, choice.charset->converter, result.replaced, arena);
  result.text = without_mark(text);
  return result;
}

}  // namespace cento
