#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"

namespace cento {

/// Packs the spans of the sentences of a part into one or two bytes each, for ordinary text. The gap of a sentence is
/// the distance from the end of the previous one (or the beginning of the text) to its beginning; the usual gap is the
/// last one that occurred twice in a row and was at most 3, and 1 before there was any. With lengths in bytes, a
/// sentence is
///   a byte below 192: the length, with the usual gap; or
///   a byte 192 + 8 · g + (length mod 8), and the number length / 8; where g is the gap if that is 0 to 6, and 7
///   otherwise, when another number follows: 2 · gap, or 2 · k − 1 for a sentence that begins k bytes before that end.
/// A number is written in groups of 7 bits, the lowest first, one group per byte, whose top bit is set if another
/// follows; at most 35 bits.
///
/// Every 128 sentences the usual gap is reset to 1, as at the beginning, so that decoding may begin there: the
/// sentences are preceded by a mark for sentence 128, 256 and so on, two numbers of 32 bits, little endian: where its
/// bytes begin, counted from those of the first sentence, and where the previous sentence ends.
void pack_spans(std::span<const Span> spans, PlainVector<std::byte>& out);

/// The gap that most sentences have.
class UsualGap {
 public:
  [[nodiscard]] std::int64_t value() const { return value_; }
  /// Takes the gap of the next sentence into account.
  void update(std::int64_t gap) {
    if (gap == last_ && gap >= 0 && gap <= kMost) value_ = gap;
    last_ = gap;
  }

 private:
  static constexpr std::int64_t kMost = 3;

  std::int64_t value_ = 1;
  std::int64_t last_ = -1;
};

/// Reads packed spans one after the other. Any bytes give spans with begin ≤ end; empty ones when no bytes are left.
class SpanReader {
 public:
  /// `count` sentences were packed.
  SpanReader(std::span<const std::byte> packed, std::uint32_t count);

  /// Continues with this sentence, which must be less than the count.
  void seek(std::uint32_t sentence);

  Span next();

 private:
  std::uint64_t byte();
  std::uint64_t number();

  std::span<const std::byte> marks_;
  const std::byte* first_;
  const std::byte* next_;
  const std::byte* end_;
  std::uint32_t sentence_ = 0;  // the next one
  std::uint32_t last_end_ = 0;
  UsualGap usual_gap_;
};

}  // namespace cento
