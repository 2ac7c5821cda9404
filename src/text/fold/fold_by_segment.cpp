#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "cento/error.hpp"
#include "text/fold/fold_buffers.hpp"
#include "text/fold/fold_state.hpp"
#include "text/fold/fold_table.hpp"

namespace cento {

namespace {

#include "text/fold/fold_steps.inl"

const icu::Normalizer2& folding() {
  static const icu::Normalizer2* const instance = [] {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* found = icu::Normalizer2::getNFKCCasefoldInstance(error);
    if (U_FAILURE(error)) throw Error("ICU has no data for NFKC case folding; is its data package installed?");
    return found;
  }();
  return *instance;
}

std::string_view view(const std::uint8_t* begin, const std::uint8_t* end) {
  return {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)};
}

/// Appends text that is already folded.
void append_folded(FoldState& state, std::string_view text) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto* end = at + text.size();
  while (at < end) {
    std::uint32_t length = 0;
    const CharClass char_class = fold_row(decode(at, length)).char_class();
    const bool is_mark = char_class == CharClass::mark;
    const bool is_single = char_class == CharClass::single;
    const bool is_token = is_mark ? state.in_token : char_class != CharClass::separator;
    const bool is_forced = is_single || (state.after_single && char_class == CharClass::word);
    std::memcpy(state.folded + state.folded_size, at, length);
    state.folded_size += length;
    append_bits(state, is_token ? (1U << length) - 1 : 0, is_forced ? 1 : 0, length);
    state.after_single = is_single || (is_mark && state.after_single);
    state.in_token = is_token;
    at += length;
  }
}

/// How many folded bytes a code point gives if folded alone.
std::uint32_t folded_length_alone(const std::uint8_t* at) {
  std::uint32_t length = 0;
  const std::uint32_t code_point = decode(at, length);
  if (code_point < 0x80) return 1;
  const FoldRow row = fold_row(code_point);
  if (row.is_complex()) return static_cast<std::uint32_t>(complex_folding(row.bytes()).size());
  return row.is_identity() ? length : row.length();
}

/// Removes the last `count` folded bytes.
void remove_folded(FoldState& state, std::uint32_t count) {
  state.folded_size -= count;
  while (count > 0) {
    if (state.open_count == 0) {
      --state.full_words;
      state.open_token_word = state.token_bits[state.full_words];
      state.open_forced_word = state.forced_bits[state.full_words];
      state.open_count = 64;
    }
    const std::uint32_t now = std::min(count, state.open_count);
    state.open_count -= now;
    count -= now;
    const std::uint64_t kept = (std::uint64_t{1} << state.open_count) - 1;
    state.open_token_word &= kept;
    state.open_forced_word &= kept;
  }
}

bool last_byte_is_in_token(const FoldState& state) {
  if (state.open_count > 0) return (state.open_token_word >> (state.open_count - 1) & 1) != 0;
  return state.full_words > 0 && (state.token_bits[state.full_words - 1] >> 63) != 0;
}

/// Restores, from the folded text, the state at its end.
void restore_context(FoldState& state) {
  state.in_token = last_byte_is_in_token(state);
  state.after_single = false;
  if (!state.in_token) return;
  const std::uint8_t* at = state.folded + state.folded_size;
  CharClass char_class = CharClass::mark;
  while (char_class == CharClass::mark && at > state.folded) {
    do --at;
    while ((*at & 0xC0) == 0x80 && at > state.folded);
    std::uint32_t length = 0;
    char_class = fold_row(decode(at, length)).char_class();
  }
  state.after_single = char_class == CharClass::single;
}

/// Takes back the code point before `at`, which was folded as if alone; returns where it begins.
const std::uint8_t* take_back_one(FoldState& state, const std::uint8_t* at) {
  do --at;
  while ((*at & 0xC0) == 0x80 && at > state.source);
  remove_folded(state, folded_length_alone(at));
  const auto begin = static_cast<std::uint32_t>(at - state.source);
  if (state.stretch_count > 0 && state.stretches[state.stretch_count - 1].source_begin == begin) --state.stretch_count;
  restore_context(state);
  return at;
}

const std::uint8_t* end_of_segment(const FoldState& state, const std::uint8_t* at) {
  std::uint32_t length = 0;
  decode(at, length);
  at += length;
  while (at < state.source_end && *at >= 0x80 && fold_row(decode(at, length)).combines_backwards()) at += length;
  return at;
}

void append_stretch(FoldState& state, std::string_view folded, const std::uint8_t* begin, const std::uint8_t* end) {
  FoldBuffers::of(state).make_room(folded.size() + static_cast<std::size_t>(state.source_end - end));
  const auto folded_begin = static_cast<std::uint32_t>(state.folded_size);
  append_folded(state, folded);
  if (folded == view(begin, end)) return;
  add_stretch(state,
              {folded_begin, static_cast<std::uint32_t>(state.folded_size),
               static_cast<std::uint32_t>(begin - state.source), static_cast<std::uint32_t>(end - state.source)},
              end);
}

}  // namespace

const std::uint8_t* fold_by_segment(FoldState& state, const std::uint8_t* at) {
  std::uint32_t length = 0;
  const FoldRow row = fold_row(decode(at, length));
  if (!row.combines_backwards()) {
    append_stretch(state, complex_folding(row.bytes()), at, at + length);
    return at + length;
  }
  const std::uint8_t* end = end_of_segment(state, at);
  const std::uint8_t* begin = at > state.source ? take_back_one(state, at) : at;
  std::string folded;
  icu::StringByteSink<std::string> sink(&folded);
  UErrorCode error = U_ZERO_ERROR;
  const std::string_view segment = view(begin, end);
  folding().normalizeUTF8(0, icu::StringPiece(segment.data(), static_cast<std::int32_t>(segment.size())), sink, nullptr,
                          error);
  append_stretch(state, folded, begin, end);
  return end;
}

void add_stretch(FoldState& state, const FoldedStretch& stretch, const std::uint8_t* source_rest) {
  FoldBuffers& buffers = FoldBuffers::of(state);
  buffers.make_room(static_cast<std::size_t>(state.source_end - source_rest));
  buffers.add_stretch(stretch);
}

}  // namespace cento
