// Included inside an unnamed namespace of each kernel's source file; see TextKernel.

void share_tokens(const TextPiece& piece, const TokenGridEntry* grid, Sentence* sentences, std::size_t count,
                  std::uint32_t& token) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t end = sentences[i].bytes.end - piece.begin;
    const TokenGridEntry& entry = grid[end / 64];
    const std::uint64_t before = entry.begins & ~(~std::uint64_t{0} << (end % 64));
    const std::uint32_t next = piece.first_token + static_cast<std::uint32_t>(entry.count_before) +
                               static_cast<std::uint32_t>(__builtin_popcountll(before));
    sentences[i].first_token = token;
    sentences[i].token_count = next - token;
    token = next;
  }
}
