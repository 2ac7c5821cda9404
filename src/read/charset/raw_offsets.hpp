#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/byte_range.hpp"

namespace cento {

/// Maps a UTF-8 text back to the bytes it was converted from, for charsets whose character sizes are known without the
/// bytes: UTF-8, UTF-16, UTF-32, and those with one byte per character.
class RawOffsets {
 public:
  /// A text that was not converted.
  RawOffsets() = default;

  /// `text` is what to_utf8() made of `raw`, and must outlive this.
  RawOffsets(std::string_view raw, std::string_view text, std::string_view charset);

  /// Where bytes of the text are among the raw ones; not known for other charsets or after invalid characters.
  [[nodiscard]] ByteRange raw(const ByteRange& range) const;

 private:
  [[nodiscard]] std::uint64_t raw(std::uint64_t offset) const;
  [[nodiscard]] std::uint64_t raw_size(std::string_view text) const;

  enum class Units { same, one, utf16, utf32, unknown };

  Units units_ = Units::same;
  std::string_view text_;
  std::uint64_t mark_bytes_ = 0;            // of the byte order mark, which the text lacks
  std::vector<std::uint64_t> checkpoints_;  // raw offset of every kStepBytes-th byte of the text
};

/// The size of the byte order mark at the beginning of some bytes; 0 when there is none.
[[nodiscard]] std::size_t byte_order_mark_bytes(std::string_view bytes);

}  // namespace cento
