#include "sign/chars/rabin.hpp"

#include <algorithm>

namespace cento {

namespace {

constexpr std::size_t kBytes = 256;
constexpr std::size_t kHalfBytes = 16;
constexpr std::size_t kPopEntries = 2 * kHalfBytes;  // for each place in a window
constexpr std::size_t kWordBytes = 8;
constexpr std::size_t kWordsPerChunk = kRabinChunkBytes / kWordBytes;

std::uint64_t times_x(std::uint64_t fingerprint) {
  return fingerprint << 1 ^ (fingerprint >> 63 != 0 ? kRabinPolynomial : 0);
}

std::uint64_t times_byte_power(std::uint64_t fingerprint) {
  for (int bit = 0; bit < 8; ++bit) fingerprint = times_x(fingerprint);
  return fingerprint;
}

/// table[i] = i * fingerprint, for i below `size`, a power of 2.
void fill_multiples(std::uint64_t* table, std::size_t size, std::uint64_t fingerprint) {
  table[0] = 0;
  for (std::size_t bit = 1; bit < size; bit *= 2, fingerprint = times_x(fingerprint)) {
    for (std::size_t i = 0; i < bit; ++i) table[bit + i] = table[i] ^ fingerprint;
  }
}

std::uint64_t popped(const std::uint64_t* table, std::uint8_t byte) {
  return table[byte % kHalfBytes] ^ table[kHalfBytes + byte / kHalfBytes];
}

#ifdef __x86_64__
bool has_wide_multiplication() {
  return has_kernel(Kernel::avx512) && __builtin_cpu_supports("vpclmulqdq");
}
#endif

}  // namespace

std::uint64_t rabin_fingerprint(std::string_view text) {
  std::uint64_t fingerprint = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    for (int bit = 7; bit >= 0; --bit) fingerprint = times_x(fingerprint) ^ (byte >> bit & 1U);
  }
  return fingerprint;
}

void rabin_rolling(const RabinTables& tables, const RabinWindowList& windows) {
  std::uint64_t fingerprint = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < windows.count; ++i) {
    if (windows.begins[i] >= end) {
      fingerprint = 0;
      begin = end = windows.begins[i];
    }
    for (; begin < windows.begins[i]; ++begin) {
      fingerprint ^= popped(tables.pop + (end - begin - 1) * kPopEntries, windows.text[begin]);
    }
    for (; end < windows.ends[i]; ++end) {
      fingerprint = (fingerprint << 8 | windows.text[end]) ^ tables.push[fingerprint >> 56];
    }
    windows.out[i] = fingerprint;
  }
}

RabinWindows::RabinWindows(std::size_t longest_bytes, Kernel kernel)
    : longest_bytes_(std::max<std::size_t>(longest_bytes, 1)) {
  powers_.resize(std::max(longest_bytes_, kRabinChunks * kRabinChunkBytes) + kWordBytes + 1);
  powers_[0] = 1;
  for (std::size_t i = 1; i < powers_.size(); ++i) powers_[i] = times_byte_power(powers_[i - 1]);
  choose(kernel);
}

void RabinWindows::choose([[maybe_unused]] Kernel kernel) {
#ifdef __x86_64__
  if (kernel == Kernel::avx512 && has_wide_multiplication() && longest_bytes_ <= kRabinChunks * kRabinChunkBytes) {
    make_chunk_powers();
    kernel_ = rabin_by_chunk;
    return;
  }
  if (kernel != Kernel::scalar && has_kernel(Kernel::avx2)) {
    prefixes_.resize(std::max(longest_bytes_, kRabinStretchBytes) / kWordBytes + 1);
    kernel_ = rabin_by_prefix;
    return;
  }
#endif
  make_byte_tables();
  kernel_ = rabin_rolling;
}

void RabinWindows::make_chunk_powers() {
  chunk_powers_.resize(kRabinChunks * kWordsPerChunk);
  for (std::size_t chunk = 0; chunk < kRabinChunks; ++chunk) {
    for (std::size_t word = 0; word < kWordsPerChunk; ++word) {
      const std::size_t bytes_behind = chunk * kRabinChunkBytes + (kWordsPerChunk - 1 - word) * kWordBytes;
      chunk_powers_[chunk * kWordsPerChunk + word] = powers_[bytes_behind];
    }
  }
}

void RabinWindows::make_byte_tables() {
  push_.resize(kBytes);
  fill_multiples(push_.data(), kBytes, powers_[kWordBytes]);
  pop_.resize(longest_bytes_ * kPopEntries);
  for (std::size_t i = 0; i < longest_bytes_; ++i) {
    std::uint64_t power = powers_[i];
    fill_multiples(pop_.data() + i * kPopEntries, kHalfBytes, power);
    for (int bit = 0; bit < 4; ++bit) power = times_x(power);
    fill_multiples(pop_.data() + i * kPopEntries + kHalfBytes, kHalfBytes, power);
  }
}

void RabinWindows::fingerprint(std::string_view text, std::span<const std::uint32_t> begins,
                               std::span<const std::uint32_t> ends, std::uint64_t* out) {
  const RabinTables tables{powers_.data(), chunk_powers_.data(), push_.data(), pop_.data(), prefixes_.data()};
  kernel_(tables, {reinterpret_cast<const std::uint8_t*>(text.data()), begins.data(), ends.data(), begins.size(), out});
}

}  // namespace cento
