// The plain kernel: one code point, one bit at a time. The others are tested against it.

#include <cstring>
#include <string_view>

#include "text/fold/fold_state.hpp"
#include "text/fold/fold_table.hpp"
#include "text/token_hash.hpp"

namespace cento {

namespace {

#include "text/fold/fold_steps.inl"
#include "text/fold/share_tokens.inl"

void fold(FoldState& state) {
  const std::uint8_t* at = state.source;
  while (at < state.source_end) at = fold_one(state, at);
  finish_bits(state);
}

bool bit_at(const std::uint64_t* words, std::size_t i) {
  return (words[i / 64] >> (i % 64) & 1) != 0;
}

std::size_t list_tokens(const FoldState& state, std::uint32_t base, std::uint32_t* begins, std::uint32_t* ends,
                        TokenGridEntry* grid) {
  std::size_t count = 0;
  bool open = false;
  for (std::size_t i = 0; i <= state.folded_size; ++i) {
    if (i % 64 == 0) grid[i / 64] = {0, open ? count + 1 : count};
    const bool in_token = i < state.folded_size && bit_at(state.token_bits, i);
    const bool breaks = !in_token || bit_at(state.forced_bits, i);
    if (open && breaks) {
      ends[count++] = base + static_cast<std::uint32_t>(i);
      open = false;
    }
    if (in_token && !open) {
      begins[count] = base + static_cast<std::uint32_t>(i);
      grid[i / 64].begins |= std::uint64_t{1} << (i % 64);
      open = true;
    }
  }
  return count;
}

void hash_tokens(const std::uint8_t* folded, std::uint32_t base, const std::uint32_t* begins, const std::uint32_t* ends,
                 std::size_t count, std::uint64_t* hashes) {
  for (std::size_t i = 0; i < count; ++i) {
    const char* first = reinterpret_cast<const char*>(folded) + (begins[i] - base);
    hashes[i] = token_hash({first, ends[i] - begins[i]});
  }
}

bool begins_character(std::uint8_t byte) {
  return (byte & 0xC0) != 0x80;
}

void pack_byte(PackedText& packed, std::uint8_t byte) {
  packed.bytes[packed.size++] = byte;
  if (begins_character(byte)) ++packed.character_count;
}

void pack_tokens(FoldState& state, PackedText& packed) {
  for (std::size_t i = 0; i < state.folded_size; ++i) {
    const bool in_token = bit_at(state.token_bits, i);
    if (in_token && (!packed.after_token || bit_at(state.forced_bits, i))) {
      packed.begins[packed.begin_count++] = static_cast<std::uint32_t>(packed.character_count);
    }
    if (in_token) pack_byte(packed, state.folded[i]);
    if (!in_token && packed.after_token) pack_byte(packed, ' ');
    packed.after_token = in_token;
  }
}

std::size_t list_characters(const std::uint8_t* bytes, std::size_t size, std::uint32_t base,
                            std::uint32_t* characters) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (begins_character(bytes[i])) characters[count++] = base + static_cast<std::uint32_t>(i);
  }
  return count;
}

}  // namespace

const TextKernel kScalarTextKernel{fold, list_tokens, hash_tokens, share_tokens, pack_tokens, list_characters};

const TextKernel& text_kernel(Kernel kernel) {
#if defined(__x86_64__)
  if (kernel == Kernel::avx512 && has_kernel(kernel)) return kAvx512TextKernel;
  if (kernel != Kernel::scalar && has_kernel(Kernel::avx2)) return kAvx2TextKernel;
#endif
  return kScalarTextKernel;
}

}  // namespace cento
