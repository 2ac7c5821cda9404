#include "index/segment/span_codec.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace cento {

namespace {

constexpr unsigned kSpanGroupBits = 7;
constexpr unsigned kMostBits = 35;
constexpr std::uint64_t kGroupMask = (1U << kSpanGroupBits) - 1;
constexpr std::uint64_t kMore = 1U << kSpanGroupBits;
constexpr std::uint64_t kLong = 192;  // first byte of the long form
constexpr unsigned kLengthBits = 3;   // of the length in such a byte
constexpr std::uint64_t kLengthMask = (1U << kLengthBits) - 1;
constexpr std::int64_t kOtherGap = 7;

constexpr std::uint32_t kBlock = 128;  // sentences from one mark to the next

/// Where decoding may begin.
struct Mark {
  std::uint32_t offset = 0;
  std::uint32_t last_end = 0;
};

std::size_t marks_of(std::size_t sentences) {
  return sentences == 0 ? 0 : (sentences - 1) / kBlock;
}

void put_number(std::uint64_t number, PlainVector<std::byte>& out) {
  for (; number >= kMore; number >>= kSpanGroupBits)
    out.push_back(static_cast<std::byte>((number & kGroupMask) | kMore));
  out.push_back(static_cast<std::byte>(number));
}

std::uint32_t clamped(std::int64_t offset) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(offset, 0, std::numeric_limits<std::uint32_t>::max()));
}

std::uint64_t folded(std::int64_t gap) {
  return static_cast<std::uint64_t>(gap < 0 ? -2 * gap - 1 : 2 * gap);
}

std::int64_t unfolded(std::uint64_t number) {
  const auto half = static_cast<std::int64_t>(number / 2);
  return number % 2 == 0 ? half : -half - 1;
}

void put_long(std::uint64_t length, std::int64_t gap, PlainVector<std::byte>& out) {
  const std::int64_t code = gap >= 0 && gap < kOtherGap ? gap : kOtherGap;
  out.push_back(
      static_cast<std::byte>(kLong + (static_cast<std::uint64_t>(code) << kLengthBits) + (length & kLengthMask)));
  put_number(length >> kLengthBits, out);
  if (code == kOtherGap) put_number(folded(gap), out);
}

}  // namespace

void pack_spans(std::span<const Span> spans, PlainVector<std::byte>& out) {
  const std::size_t marks = out.size();
  const std::size_t first = marks + marks_of(spans.size()) * sizeof(Mark);
  out.resize(first);
  std::int64_t last_end = 0;
  UsualGap usual_gap;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Span& span = spans[i];
    if (i > 0 && i % kBlock == 0) {
      const Mark mark{static_cast<std::uint32_t>(out.size() - first), static_cast<std::uint32_t>(last_end)};
      std::memcpy(out.data() + marks + (i / kBlock - 1) * sizeof(Mark), &mark, sizeof(Mark));
      usual_gap = UsualGap();
    }
    const std::int64_t gap = span.begin - last_end;
    if (gap == usual_gap.value() && span.size() < kLong) {
      out.push_back(static_cast<std::byte>(span.size()));
    } else {
      put_long(span.size(), gap, out);
    }
    usual_gap.update(gap);
    last_end = span.end;
  }
}

SpanReader::SpanReader(std::span<const std::byte> packed, std::uint32_t count)
    : marks_(packed.first(std::min(packed.size(), marks_of(count) * sizeof(Mark)))),
      first_(packed.data() + marks_.size()),
      next_(first_),
      end_(packed.data() + packed.size()) {}

void SpanReader::seek(std::uint32_t sentence) {
  const std::size_t block = sentence / kBlock;
  Mark mark;
  if (block > 0 && block * sizeof(Mark) <= marks_.size()) {
    std::memcpy(&mark, marks_.data() + (block - 1) * sizeof(Mark), sizeof(Mark));
  }
  next_ = first_ + std::min<std::ptrdiff_t>(mark.offset, end_ - first_);
  last_end_ = mark.last_end;
  for (sentence_ = static_cast<std::uint32_t>(block * kBlock); sentence_ < sentence;) next();
}

Span SpanReader::next() {
  if (sentence_++ % kBlock == 0) usual_gap_ = UsualGap();
  if (next_ == end_) return {last_end_, last_end_};
  const std::uint64_t first = byte();
  std::uint64_t length = first;
  std::int64_t gap = usual_gap_.value();
  if (first >= kLong) {
    length = (first & kLengthMask) | (number() << kLengthBits);
    gap = static_cast<std::int64_t>((first - kLong) >> kLengthBits);
    if (gap == kOtherGap) gap = unfolded(number());
  }
  usual_gap_.update(gap);
  const std::uint32_t begin = clamped(std::int64_t{last_end_} + gap);
  last_end_ = clamped(std::int64_t{begin} + static_cast<std::int64_t>(length));
  return {begin, last_end_};
}

std::uint64_t SpanReader::byte() {
  return next_ == end_ ? 0 : static_cast<std::uint64_t>(*next_++);
}

std::uint64_t SpanReader::number() {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < kMostBits; shift += kSpanGroupBits) {
    const std::uint64_t group = byte();
    number |= (group & kGroupMask) << shift;
    if (group < kMore) break;
  }
  return number;
}

}  // namespace cento
