// Folding, token boundaries and hashes, 64 bytes at a time. Included inside an unnamed namespace by the source file of
// an instruction set, after it has defined
//   struct Bytes64: load, store, high_bits(), equal(c), in_range(low, high), at_least(low), add_where(mask, value),
//                   to_lower(): a vector of 64 bytes whose comparisons give 64-bit masks;
//   void list_bits(bits, base, out, count): writes base + the position of each bit set; may write 64 entries;
//   void pack_bytes(at, token, keep, out): writes those of the 64 bytes that `keep` has, one after another, with a
//                   space for each that `token` lacks; may write 64 bytes, and spaces over the separators at `at`.
// The file must not use library templates: the linker could use their code, compiled for this instruction set,
// everywhere.

inline std::uint64_t low_bits(std::uint32_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

/// How the vector path treats the characters of a block, as masks over their first bytes ("leads") or all bytes.
struct BlockMasks {
  std::uint64_t two_byte_letters = 0;    // leads of letters in two bytes
  std::uint64_t three_byte_words = 0;    // leads of Hangul syllables
  std::uint64_t three_byte_singles = 0;  // leads of Han and kana
  std::uint64_t two_byte_separators = 0;
  std::uint64_t three_byte_separators = 0;
  // Case folding of two-byte letters, as masks over the bytes that change.
  std::uint64_t add_0x20 = 0;
  std::uint64_t add_0x10 = 0;
  std::uint64_t subtract_0x20 = 0;
  std::uint64_t next_lead = 0;
};

/// Latin-1 letters (C3), basic Cyrillic (D0, D1) and Latin-1 signs (C2).
inline void classify_two_byte(const Bytes64& b0, const Bytes64& b1, BlockMasks& masks) {
  const std::uint64_t c2 = b0.equal(0xC2);
  if (c2 != 0) {
    // Without ª, soft hyphen, ² ³ ¹ º, micro sign and fractions, which fold to something.
    masks.two_byte_separators = c2 & (b1.in_range(0xA0, 0xA9) | b1.in_range(0xAB, 0xAC) | b1.in_range(0xAE, 0xB1) |
                                      b1.equal(0xB4) | b1.in_range(0xB6, 0xB8) | b1.equal(0xBB) | b1.equal(0xBF));
  }
  const std::uint64_t c3 = b0.equal(0xC3);
  if (c3 != 0) {
    const std::uint64_t upper = c3 & b1.in_range(0x80, 0x9E) & ~b1.equal(0x97);
    const std::uint64_t lower = c3 & b1.at_least(0xA0) & ~b1.equal(0xB7);
    masks.two_byte_separators |= c3 & (b1.equal(0x97) | b1.equal(0xB7));
    masks.two_byte_letters |= upper | lower;
    masks.add_0x20 |= upper << 1;
  }
  const std::uint64_t d0 = b0.equal(0xD0);
  const std::uint64_t d1 = b0.equal(0xD1);
  if ((d0 | d1) == 0) return;
  const std::uint64_t extra_upper = d0 & b1.in_range(0x80, 0x8F);   // Ѐ–Џ → D1 90–9F
  const std::uint64_t first_upper = d0 & b1.in_range(0x90, 0x9F);   // А–П → D0 B0–BF
  const std::uint64_t second_upper = d0 & b1.in_range(0xA0, 0xAF);  // Р–Я → D1 80–8F
  const std::uint64_t lower = (d0 & b1.at_least(0xB0)) | (d1 & b1.in_range(0x80, 0x9F));
  masks.two_byte_letters |= extra_upper | first_upper | second_upper | lower;
  masks.add_0x20 |= first_upper << 1;
  masks.add_0x10 |= extra_upper << 1;
  masks.subtract_0x20 |= second_upper << 1;
  masks.next_lead |= extra_upper | second_upper;
}

/// Han, kana, Hangul, and the punctuation of English and East Asian text.
inline void classify_three_byte(const Bytes64& b0, const Bytes64& b1, const Bytes64& b2, BlockMasks& masks) {
  const std::uint64_t e2 = b0.equal(0xE2);
  if (e2 != 0) masks.three_byte_separators = e2 & b1.equal(0x80) & (b2.in_range(0x90, 0xA7) | b2.in_range(0xB0, 0xBE));
  if (b0.at_least(0xE3) == 0) return;
  masks.three_byte_singles = b0.in_range(0xE5, 0xE9) | (b0.equal(0xE4) & b1.at_least(0xB8));
  masks.three_byte_words =
      b0.in_range(0xEB, 0xEC) | (b0.equal(0xEA) & b1.at_least(0xB0)) | (b0.equal(0xED) & b1.in_range(0x80, 0x9D));
  const std::uint64_t e3 = b0.equal(0xE3);
  if (e3 != 0) {
    masks.three_byte_singles |=
        e3 & ((b1.equal(0x81) & b2.at_least(0x81)) | (b1.equal(0x82) & (b2.in_range(0x80, 0x96) | b2.at_least(0xA1))) |
              (b1.equal(0x83) & (b2.in_range(0x80, 0xBA) | b2.in_range(0xBC, 0xBE))));
    masks.three_byte_separators |= e3 & b1.equal(0x80) & (b2.in_range(0x80, 0x84) | b2.in_range(0x88, 0xA0));
  }
  const std::uint64_t ef = b0.equal(0xEF);
  if (ef != 0) {
    masks.three_byte_separators |=
        ef & b1.equal(0xBC) & (b2.in_range(0x81, 0x8F) | b2.in_range(0x9A, 0xA0) | b2.in_range(0xBB, 0xBF));
  }
}

inline std::uint64_t ascii_word_bits(const Bytes64& lower) {
  return lower.in_range('a', 'z') | lower.in_range('0', '9');
}

inline void fold_ascii_block(FoldState& state, const Bytes64& block) {
  const Bytes64 lower = block.to_lower();
  const std::uint64_t word = ascii_word_bits(lower);
  lower.store(state.folded + state.folded_size);
  state.folded_size += 64;
  append_bits(state, word, state.after_single ? word & 1 : 0, 64);
  state.in_token = (word >> 63) != 0;
  state.after_single = false;
}

/// Folds as many whole characters of the next `available` (up to 64) bytes as the vector path can handle; returns their
/// length in bytes.
inline std::uint32_t fold_mixed_block(FoldState& state, const std::uint8_t* at, const Bytes64& b0, std::uint64_t high,
                                      std::uint32_t available) {
  const Bytes64 b1 = Bytes64::load(at + 1);
  const Bytes64 b2 = Bytes64::load(at + 2);
  BlockMasks masks;
  if (b0.in_range(0xC2, 0xD1) != 0) classify_two_byte(b0, b1, masks);
  if (b0.at_least(0xE2) != 0) classify_three_byte(b0, b1, b2, masks);

  const std::uint64_t leads2 = masks.two_byte_letters | masks.two_byte_separators;
  const std::uint64_t leads3 = masks.three_byte_singles | masks.three_byte_words | masks.three_byte_separators;
  const std::uint64_t known = leads2 | leads2 << 1 | leads3 | leads3 << 1 | leads3 << 2;
  const std::uint64_t cut_off = (leads2 & std::uint64_t{1} << 63) | (leads3 & std::uint64_t{3} << 62);
  const std::uint64_t stop = (high & ~known) | cut_off;
  std::uint32_t count = stop != 0 ? static_cast<std::uint32_t>(__builtin_ctzll(stop)) : 64;
  if (count > available) count = available;
  if (count == 0) return 0;

  Bytes64 folded = b0.to_lower();
  const std::uint64_t ascii_word = ascii_word_bits(folded);
  if (masks.two_byte_letters != 0) {
    folded = folded.add_where(masks.add_0x20, 0x20);
    if (masks.next_lead != 0) {
      folded =
          folded.add_where(masks.next_lead, 1).add_where(masks.subtract_0x20, 0xE0).add_where(masks.add_0x10, 0x10);
    }
  }
  const std::uint64_t words3 = masks.three_byte_singles | masks.three_byte_words;
  const std::uint64_t token =
      (ascii_word | masks.two_byte_letters | masks.two_byte_letters << 1 | words3 | words3 << 1 | words3 << 2) &
      low_bits(count);
  const std::uint64_t singles = masks.three_byte_singles;
  const std::uint64_t forced = (singles | singles << 3 | (state.after_single ? 1 : 0)) & token;
  folded.store(state.folded + state.folded_size);
  state.folded_size += count;
  append_bits(state, token, forced, count);
  state.in_token = (token >> (count - 1) & 1) != 0;
  state.after_single = count >= 3 && (singles >> (count - 3) & 1) != 0;
  return count;
}

void fold(FoldState& state) {
  const std::uint8_t* at = state.source;
  const std::uint8_t* const end = state.source_end;
  while (at < end) {
    const Bytes64 block = Bytes64::load(at);
    const std::uint64_t high = block.high_bits();
    const auto left = static_cast<std::uint64_t>(end - at);
    if (high == 0 && left >= 64) [[likely]] {
      fold_ascii_block(state, block);
      at += 64;
      continue;
    }
    const std::uint32_t available = left < 64 ? static_cast<std::uint32_t>(left) : 64;
    const std::uint32_t folded = fold_mixed_block(state, at, block, high, available);
    at += folded;
    // Unless a character was cut off at the end of the vector, the one that stopped the block needs the table.
    if (folded < 62 && at < end) at = fold_one(state, at);
  }
  finish_bits(state);
}

std::size_t list_tokens(const FoldState& state, std::uint32_t base, std::uint32_t* begins, std::uint32_t* ends,
                        TokenGridEntry* grid) {
  const std::size_t words = state.folded_size / 64 + 1;
  std::size_t begin_count = 0;
  std::size_t end_count = 0;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t token = state.token_bits[i];
    const std::uint64_t forced = state.forced_bits[i];
    const std::uint64_t before = token << 1 | carry;
    carry = token >> 63;
    const std::uint64_t starts = token & (~before | forced);
    const std::uint64_t stops = before & (~token | forced);
    const auto start_count = static_cast<std::uint32_t>(__builtin_popcountll(starts));
    const auto stop_count = static_cast<std::uint32_t>(__builtin_popcountll(stops));
    const std::uint32_t word_base = base + static_cast<std::uint32_t>(i * 64);
    grid[i] = {starts, begin_count};
    list_bits(starts, word_base, begins + begin_count, start_count);
    list_bits(stops, word_base, ends + end_count, stop_count);
    begin_count += start_count;
    end_count += stop_count;
  }
  return begin_count;
}

alignas(32) const std::uint8_t kKeepBytes[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                 255, 255, 255, 255, 255, 255, 255, 255};

inline std::uint64_t hash_one(const std::uint8_t* at, std::uint32_t length, __m128i key) {
  __m128i state = key;
  while (length > 16) [[unlikely]] {
      state = _mm_xor_si128(state, _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)));
      state = _mm_aesenc_si128(_mm_aesenc_si128(state, key), key);
      at += 16;
      length -= 16;
    }
  const __m128i keep = _mm_loadu_si128(reinterpret_cast<const __m128i*>(kKeepBytes + 16 - length));
  const __m128i rest = _mm_and_si128(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)), keep);
  state = _mm_xor_si128(state, rest);
  state = _mm_aesenc_si128(_mm_aesenc_si128(_mm_aesenc_si128(state, key), key), key);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(state));
}

void hash_tokens(const std::uint8_t* folded, std::uint32_t base, const std::uint32_t* begins, const std::uint32_t* ends,
                 std::size_t count, std::uint64_t* hashes) {
  const __m128i key =
      _mm_set_epi64x(static_cast<long long>(kTokenHashKeyHigh), static_cast<long long>(kTokenHashKeyLow));
  for (std::size_t i = 0; i < count; ++i) hashes[i] = hash_one(folded + (begins[i] - base), ends[i] - begins[i], key);
}

/// Which bytes are not the first of a character, in valid UTF-8.
inline std::uint64_t continuation_bits(const std::uint8_t* at) {
  const Bytes64 block = Bytes64::load(at);
  return block.high_bits() & ~block.at_least(0xC0);
}

void pack_tokens(FoldState& state, PackedText& packed) {
  const std::size_t words = state.folded_size / 64 + 1;
  const auto rest = static_cast<std::uint32_t>(state.folded_size % 64);
  std::uint64_t before = 0;
  std::uint64_t carry = packed.after_token ? 1 : 0;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint8_t* at = state.folded + i * 64;
    const std::uint64_t token = state.token_bits[i];
    before = token << 1 | carry;
    carry = token >> 63;
    const std::uint64_t starts = token & (~before | state.forced_bits[i]);
    const std::uint64_t keep = (token | before) & (i + 1 < words ? ~std::uint64_t{0} : low_bits(rest));
    const std::uint64_t leads = keep & ~(continuation_bits(at) & token);
    const auto start_count = static_cast<std::uint32_t>(__builtin_popcountll(starts));
    pack_bytes(at, token, keep, packed.bytes + packed.size);
    list_bits(_pext_u64(starts, leads), static_cast<std::uint32_t>(packed.character_count),
              packed.begins + packed.begin_count, start_count);
    packed.size += static_cast<std::size_t>(__builtin_popcountll(keep));
    packed.begin_count += start_count;
    packed.character_count += static_cast<std::size_t>(__builtin_popcountll(leads));
  }
  packed.after_token = (before >> rest & 1) != 0;
}

std::size_t list_characters(const std::uint8_t* bytes, std::size_t size, std::uint32_t base,
                            std::uint32_t* characters) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < size; at += 64) {
    const auto left = static_cast<std::uint32_t>(size - at < 64 ? size - at : 64);
    const std::uint64_t leads = ~continuation_bits(bytes + at) & low_bits(left);
    const auto lead_count = static_cast<std::uint32_t>(__builtin_popcountll(leads));
    list_bits(leads, base + static_cast<std::uint32_t>(at), characters + count, lead_count);
    count += lead_count;
  }
  return count;
}
