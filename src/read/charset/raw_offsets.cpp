#include "read/charset/raw_offsets.hpp"

#include <algorithm>
#include <array>

namespace cento {

namespace {

constexpr std::uint64_t kStepBytes = 4096;
constexpr std::uint64_t kUtf16Bytes = 2;
constexpr std::uint64_t kUtf32Bytes = 4;
constexpr unsigned char kFourByteLead = 0xF0;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::uint64_t count_characters(std::string_view text) {
  return static_cast<std::uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::uint64_t count_surrogate_pairs(std::string_view text) {
  return static_cast<std::uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= kFourByteLead; }));
}

}  // namespace

std::size_t byte_order_mark_bytes(std::string_view bytes) {
  constexpr std::array<std::string_view, 5> kMarks{
      std::string_view("\xef\xbb\xbf"), std::string_view("\xff\xfe\0\0", 4), std::string_view("\0\0\xfe\xff", 4),
      std::string_view("\xff\xfe"), std::string_view("\xfe\xff")};
  const auto* found =
      std::find_if(kMarks.begin(), kMarks.end(), [&](std::string_view mark) { return bytes.starts_with(mark); });
  return found == kMarks.end() ? 0 : found->size();
}

RawOffsets::RawOffsets(std::string_view raw, std::string_view text, std::string_view charset) : text_(text) {
  units_ = charset == "UTF-8"              ? Units::same
           : charset.starts_with("UTF-16") ? Units::utf16
           : charset.starts_with("UTF-32") ? Units::utf32
                                           : Units::one;
  const bool is_one = units_ == Units::one;
  mark_bytes_ = is_one ? 0 : byte_order_mark_bytes(raw);
  checkpoints_.push_back(mark_bytes_);
  for (std::uint64_t at = 0; at + kStepBytes <= text.size(); at += kStepBytes) {
    checkpoints_.push_back(checkpoints_.back() + raw_size(text.substr(at, kStepBytes)));
  }
  // An incomplete character at the end becomes a whole one in the text.
  const std::uint64_t unit = units_ == Units::utf16 ? kUtf16Bytes : units_ == Units::utf32 ? kUtf32Bytes : 1;
  const std::uint64_t size = this->raw(text.size());
  if (size / unit != raw.size() / unit && size != (raw.size() + unit - 1) / unit * unit) units_ = Units::unknown;
}

ByteRange RawOffsets::raw(const ByteRange& range) const {
  if (units_ == Units::unknown || !range.is_known()) return {};
  return {raw(range.begin), range.end == ByteRange::kToEnd ? range.end : raw(range.end)};
}

std::uint64_t RawOffsets::raw(std::uint64_t offset) const {
  if (units_ == Units::same) return offset + mark_bytes_;
  const std::uint64_t step = offset / kStepBytes;
  return checkpoints_[step] + raw_size(text_.substr(step * kStepBytes, offset % kStepBytes));
}

/// How many raw bytes a piece of text takes. If it begins or ends inside a character, that counts where it begins.
std::uint64_t RawOffsets::raw_size(std::string_view text) const {
  switch (units_) {
    case Units::one: return count_characters(text);
    case Units::utf16: return kUtf16Bytes * (count_characters(text) + count_surrogate_pairs(text));
    case Units::utf32: return kUtf32Bytes * count_characters(text);
    default: return text.size();
  }
}

}  // namespace cento
