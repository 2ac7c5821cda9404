// Steps of folding that all kernels share. Included inside an unnamed namespace of each kernel's source file, so that
// each has its own copy, compiled for its instruction set.

/// Appends `count` (1 to 64) bits; bits above them must be zero.
inline void append_bits(FoldState& state, std::uint64_t token, std::uint64_t forced, std::uint32_t count) {
  state.open_token_word |= token << state.open_count;
  state.open_forced_word |= forced << state.open_count;
  const std::uint32_t total = state.open_count + count;
  if (total < 64) {
    state.open_count = total;
    return;
  }
  state.token_bits[state.full_words] = state.open_token_word;
  state.forced_bits[state.full_words] = state.open_forced_word;
  ++state.full_words;
  const std::uint32_t stored = 64 - state.open_count;
  state.open_token_word = stored < 64 ? token >> stored : 0;
  state.open_forced_word = stored < 64 ? forced >> stored : 0;
  state.open_count = total - 64;
}

/// Decodes valid UTF-8.
inline std::uint32_t decode(const std::uint8_t* at, std::uint32_t& length) {
  const std::uint32_t lead = at[0];
  if (lead < 0x80) {
    length = 1;
    return lead;
  }
  if (lead < 0xE0) {
    length = 2;
    return (lead & 0x1F) << 6 | (at[1] & 0x3FU);
  }
  if (lead < 0xF0) {
    length = 3;
    return (lead & 0x0F) << 12 | (at[1] & 0x3FU) << 6 | (at[2] & 0x3FU);
  }
  length = 4;
  return (lead & 0x07) << 18 | (at[1] & 0x3FU) << 12 | (at[2] & 0x3FU) << 6 | (at[3] & 0x3FU);
}

/// Folds the one ASCII character at `at`.
inline const std::uint8_t* fold_ascii(FoldState& state, const std::uint8_t* at) {
  const std::uint8_t byte = *at;
  const bool is_upper = byte >= 'A' && byte <= 'Z';
  const auto lower = static_cast<std::uint8_t>(is_upper ? byte + 32 : byte);
  const bool is_word = (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9');
  state.folded[state.folded_size++] = lower;
  append_bits(state, is_word ? 1 : 0, is_word && state.after_single ? 1 : 0, 1);
  state.in_token = is_word;
  state.after_single = false;
  return at + 1;
}

/// Folds the code point at `at`, with those that combine with it if necessary.
inline const std::uint8_t* fold_one(FoldState& state, const std::uint8_t* at) {
  if (*at < 0x80) return fold_ascii(state, at);
  std::uint32_t length = 0;
  const std::uint32_t code_point = decode(at, length);
  const FoldRow row = fold_row(code_point);
  if (row.is_complex() || row.combines_backwards()) [[unlikely]]
    return fold_by_segment(state, at);

  std::uint32_t bytes = row.bytes();
  std::uint32_t folded_length = row.length();
  if (row.is_identity()) {
    std::memcpy(&bytes, at, sizeof bytes);
    folded_length = length;
  }
  std::memcpy(state.folded + state.folded_size, &bytes, sizeof bytes);

  const CharClass char_class = row.char_class();
  const bool is_mark = char_class == CharClass::mark;
  const bool is_single = char_class == CharClass::single;
  const bool is_token = is_mark ? state.in_token : char_class != CharClass::separator;
  const bool is_forced = is_single || (state.after_single && char_class == CharClass::word);
  append_bits(state, is_token ? (1U << folded_length) - 1 : 0, is_forced ? 1 : 0, folded_length);
  state.after_single = is_single || (is_mark && state.after_single);
  state.in_token = is_token;
  const std::size_t folded_begin = state.folded_size;
  state.folded_size += folded_length;
  if (folded_length != length) {
    const auto source_begin = static_cast<std::uint32_t>(at - state.source);
    add_stretch(state,
                {static_cast<std::uint32_t>(folded_begin), static_cast<std::uint32_t>(state.folded_size), source_begin,
                 source_begin + length},
                at + length);
  }
  return at + length;
}

/// Stores the open words, followed by an empty one.
inline void finish_bits(FoldState& state) {
  state.token_bits[state.full_words] = state.open_token_word;
  state.forced_bits[state.full_words] = state.open_forced_word;
  state.token_bits[state.full_words + 1] = 0;
  state.forced_bits[state.full_words + 1] = 0;
}
