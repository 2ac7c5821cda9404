#include "align/substring/token_archive.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace cento {

namespace {

struct ChunkHeader {
  std::uint32_t token_count;
  std::uint32_t distinct_count;
};

constexpr std::uint32_t kTokensPerMark = 128;
constexpr std::uint64_t kPartEnd = 0;  // takes the place of a token's hash
constexpr int kSlotBits = 15;          // twice the tokens of a chunk
constexpr int kNumberBits = 16;
constexpr std::uint32_t kNumberMask = (std::uint32_t{1} << kNumberBits) - 1;
constexpr std::uint32_t kTurnsMost = (std::uint32_t{1} << (32 - kNumberBits)) - 1;

// Offsets of a token: a byte with the gap after the previous token and the length; what does not fit follows as a
// varint.
constexpr int kGapBits = 3;
constexpr std::uint32_t kGapMore = (1U << kGapBits) - 1;
constexpr std::uint32_t kLengthMore = (1U << (8 - kGapBits)) - 1;
constexpr int kVarintBits = 7;
constexpr std::uint32_t kVarintMore = 1U << kVarintBits;

void append_varint(std::uint32_t value, std::vector<unsigned char>& out) {
  for (; value >= kVarintMore; value >>= kVarintBits) out.push_back(static_cast<unsigned char>(value | kVarintMore));
  out.push_back(static_cast<unsigned char>(value));
}

std::uint32_t read_varint(const unsigned char*& bytes) {
  std::uint32_t value = 0;
  for (int shift = 0;; shift += kVarintBits) {
    const std::uint32_t byte = *bytes++;
    value |= (byte & (kVarintMore - 1)) << shift;
    if (byte < kVarintMore) return value;
  }
}

/// Reads the offsets of one token, given the end of the previous one.
Span read_offsets(const unsigned char*& bytes, std::uint32_t last_end) {
  const std::uint32_t packed = *bytes++;
  const std::uint32_t short_gap = packed & kGapMore;
  const std::uint32_t short_length = packed >> kGapBits;
  const std::uint32_t gap = short_gap < kGapMore ? short_gap : read_varint(bytes);
  const std::uint32_t length = short_length < kLengthMore ? short_length : read_varint(bytes);
  return {last_end + gap, last_end + gap + length};
}

template <typename T, typename Vector>
char* copy_to(char* place, const Vector& values) {
  const std::size_t size = values.size() * sizeof(T);
  if (size > 0) std::memcpy(place, values.data(), size);
  return place + size;
}

}  // namespace

TokenPacker::TokenPacker() : slots_(std::size_t{1} << kSlotBits) {
  turn_ = kTurnsMost;
  begin_chunk();
}

void TokenPacker::add(const Tokens& tokens, std::uint32_t byte_offset) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    add_entry(tokens.hashes[i], tokens.begins[i] + byte_offset, tokens.ends[i] + byte_offset);
  }
}

void TokenPacker::end_part() {
  add_entry(kPartEnd, 0, 0);
}

void TokenPacker::add_entry(std::uint64_t hash, std::uint32_t begin, std::uint32_t end) {
  if (numbers_.size() == kChunkTokens) close_chunk();
  append_offsets(begin, end);
  numbers_.push_back(number_of(hash));
  ++tokens_;
}

/// The slot that holds a hash, or the free one where it belongs. There are twice as many slots as tokens.
std::uint32_t& TokenPacker::slot_of(std::uint64_t hash) {
  constexpr std::size_t kSlotMask = (std::size_t{1} << kSlotBits) - 1;
  const std::size_t step = hash >> 32 | 1;
  for (std::size_t slot = hash & kSlotMask;; slot = (slot + step) & kSlotMask) {
    if (slots_[slot] >> kNumberBits != turn_ || distinct_[slots_[slot] & kNumberMask] == hash) return slots_[slot];
  }
}

std::uint16_t TokenPacker::number_of(std::uint64_t hash) {
  std::uint32_t& slot = slot_of(hash);
  if (slot >> kNumberBits != turn_) {
    slot = turn_ << kNumberBits | static_cast<std::uint32_t>(distinct_.size());
    distinct_.push_back(hash);
  }
  return static_cast<std::uint16_t>(slot & kNumberMask);
}

/// The gap may be negative where a character gives several tokens or a part begins: it counts modulo 2^32.
void TokenPacker::append_offsets(std::uint32_t begin, std::uint32_t end) {
  if (numbers_.size() % kTokensPerMark == 0) {
    marks_.push_back({last_end_, static_cast<std::uint32_t>(offsets_.size())});
  }
  const std::uint32_t gap = begin - last_end_;
  const std::uint32_t length = end - begin;
  offsets_.push_back(static_cast<unsigned char>(std::min(gap, kGapMore) | std::min(length, kLengthMore) << kGapBits));
  if (gap >= kGapMore) append_varint(gap, offsets_);
  if (length >= kLengthMore) append_varint(length, offsets_);
  last_end_ = end;
}

TokenPacker::Mark TokenPacker::mark() const {
  return {chunks_.size(), tokens_, numbers_.size(), distinct_.size(), marks_.size(), offsets_.size(), last_end_};
}

/// Hashes are removed from their slots in reverse order, so that none blocks another. A chunk that was closed since
/// stays if it holds something from before the mark.
void TokenPacker::go_back(const Mark& mark) {
  if (chunks_.size() == mark.chunks) {
    numbers_.resize(mark.chunk_tokens);
    for (; distinct_.size() > mark.distinct; distinct_.pop_back()) slot_of(distinct_.back()) = 0;
    marks_.resize(mark.marks);
    offsets_.resize(mark.offset_bytes);
    tokens_ = mark.tokens;
    last_end_ = mark.last_end;
    return;
  }
  const bool has_earlier = mark.chunk_tokens > 0;
  chunks_.resize(mark.chunks + (has_earlier ? 1 : 0));
  tokens_ = has_earlier ? mark.tokens - mark.chunk_tokens + chunks_.back().token_count : mark.tokens;
  begin_chunk();
}

std::vector<TokenChunk> TokenPacker::take() {
  if (!numbers_.empty()) close_chunk();
  tokens_ = 0;
  return std::exchange(chunks_, {});
}

void TokenPacker::close_chunk() {
  const ChunkHeader header{static_cast<std::uint32_t>(numbers_.size()), static_cast<std::uint32_t>(distinct_.size())};
  TokenChunk chunk;
  chunk.token_count = header.token_count;
  chunk.bytes.resize(sizeof header + distinct_.size() * sizeof(std::uint64_t) + marks_.size() * sizeof(OffsetMark) +
                     numbers_.size() * sizeof(std::uint16_t) + offsets_.size());
  char* place = chunk.bytes.data();
  std::memcpy(place, &header, sizeof header);
  place = copy_to<std::uint64_t>(place + sizeof header, distinct_);
  place = copy_to<OffsetMark>(place, marks_);
  place = copy_to<std::uint16_t>(place, numbers_);
  copy_to<unsigned char>(place, offsets_);
  chunks_.push_back(std::move(chunk));
  begin_chunk();
}

void TokenPacker::begin_chunk() {
  distinct_.clear();
  numbers_.clear();
  marks_.clear();
  offsets_.clear();
  if (turn_ < kTurnsMost) {
    ++turn_;
    return;
  }
  turn_ = 1;
  std::fill(slots_.begin(), slots_.end(), 0);
}

void TokenArchive::add(TokenChunk&& chunk) {
  Place place;
  place.first_token = tokens_;
  place.size = static_cast<std::uint32_t>(chunk.bytes.size());
  tokens_ += chunk.token_count;
  if (memory_used_ + place.size <= lease_.bytes()) {
    memory_used_ += place.size;
    lease_.use(place.size);
    place.bytes = std::move(chunk.bytes);
  } else {
    place.offset = file_.append(std::as_bytes(std::span(chunk.bytes)));
  }
  places_.push_back(std::move(place));
}

void TokenReader::read(std::uint64_t first, std::size_t count, PlainVector<std::uint64_t>& hashes) {
  hashes.resize(count);
  for (std::size_t done = 0; done < count;) {
    open_chunk_of(first + done);
    const std::uint16_t* numbers = numbers_ + (first + done - begin_);
    const std::size_t here = std::min<std::uint64_t>(count - done, end_ - first - done);
    for (std::size_t i = 0; i < here; ++i) hashes[done + i] = distinct_[numbers[i]];
    done += here;
  }
}

Span TokenReader::bytes_of(std::uint64_t token) {
  open_chunk_of(token);
  const unsigned char* next = nullptr;
  return span_of_entry(token - begin_, next);
}

void TokenReader::read_ends(std::uint64_t first, std::size_t count, PlainVector<std::uint32_t>& ends) {
  ends.resize(count);
  for (std::size_t done = 0; done < count;) {
    open_chunk_of(first + done);
    const unsigned char* next = nullptr;
    const std::size_t end = std::min<std::uint64_t>(count, end_ - first);
    ends[done] = span_of_entry(first + done - begin_, next).end;
    for (++done; done < end; ++done) ends[done] = read_offsets(next, ends[done - 1]).end;
  }
}

Span TokenReader::span_of_entry(std::uint64_t entry, const unsigned char*& next) const {
  const TokenPacker::OffsetMark& mark = marks_[entry / kTokensPerMark];
  next = offsets_ + mark.offset_byte;
  Span span = read_offsets(next, mark.last_end);
  for (std::uint64_t i = entry % kTokensPerMark; i > 0; --i) span = read_offsets(next, span.end);
  return span;
}

void TokenReader::open_chunk_of(std::uint64_t token) {
  if (token >= begin_ && token < end_) return;
  const auto& places = archive_->places_;
  const auto behind = std::upper_bound(
      places.begin(), places.end(), token,
      [](std::uint64_t number, const TokenArchive::Place& place) { return number < place.first_token; });
  const TokenArchive::Place& place = *std::prev(behind);
  const char* bytes = place.bytes.data();
  if (place.bytes.empty()) {
    buffer_.resize(place.size);
    archive_->file_.read(place.offset, std::as_writable_bytes(std::span(buffer_)));
    bytes = buffer_.data();
  }
  ChunkHeader header{};
  std::memcpy(&header, bytes, sizeof header);
  begin_ = place.first_token;
  end_ = begin_ + header.token_count;
  distinct_ = reinterpret_cast<const std::uint64_t*>(bytes + sizeof header);
  marks_ = reinterpret_cast<const TokenPacker::OffsetMark*>(distinct_ + header.distinct_count);
  const std::size_t mark_count = (header.token_count + kTokensPerMark - 1) / kTokensPerMark;
  numbers_ = reinterpret_cast<const std::uint16_t*>(marks_ + mark_count);
  offsets_ = reinterpret_cast<const unsigned char*>(numbers_ + header.token_count);
}

}  // namespace cento
