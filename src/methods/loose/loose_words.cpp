#include "methods/loose/loose_words.hpp"

#include <algorithm>
#include <cstring>

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kStemCharacters = 6;

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t state) {
  while (!bytes.empty()) {
    std::uint64_t chunk = 0;
    const std::size_t size = std::min(bytes.size(), sizeof(chunk));
    std::memcpy(&chunk, bytes.data(), size);
    state = mix64((state ^ chunk) + kGoldenStep);
    bytes.remove_prefix(size);
  }
  return state;
}

std::uint64_t two(std::uint32_t high, std::uint32_t low) {
  return std::uint64_t{high} << 32 | low;
}

std::uint32_t high(std::uint64_t both) {
  return static_cast<std::uint32_t>(both >> 32);
}

std::uint32_t low(std::uint64_t both) {
  return static_cast<std::uint32_t>(both);
}

/// The tokens of a folded text, one after the other.
class FoldedTokens {
 public:
  explicit FoldedTokens(const FoldedText& folded) : folded_(folded) {}

  /// The number of a token's word.
  [[nodiscard]] std::uint32_t word(std::size_t token) const {
    std::uint64_t hash = hash_bytes(stem(token), 0);
    if (touches_next(token)) hash = hash_bytes(stem(token + 1), hash);
    return static_cast<std::uint32_t>(hash >> 32);
  }

 private:
  [[nodiscard]] std::uint32_t end(std::size_t token) const {
    const bool is_last = token + 1 == folded_.begins.size();
    const auto all = static_cast<std::uint32_t>(folded_.character_count());
    return is_last ? all : folded_.begins[token + 1] - (touches_next(token) ? 0 : 1);
  }

  [[nodiscard]] bool touches_next(std::size_t token) const {
    if (token + 1 == folded_.begins.size()) return false;
    return folded_.bytes[folded_.byte_of(folded_.begins[token + 1]) - 1] != ' ';
  }

  [[nodiscard]] std::string_view stem(std::size_t token) const {
    const std::uint32_t first = folded_.begins[token];
    const std::uint32_t begin = folded_.byte_of(first);
    const std::uint32_t behind = folded_.byte_of(std::min(end(token), first + kStemCharacters));
    return folded_.text().substr(begin, behind - begin);
  }

  const FoldedText& folded_;
};

}  // namespace

void LooseWordMaker::make(std::string_view text, LooseWords& out) {
  for_each_slice(text, [&](std::string_view slice, std::uint32_t offset) { append_slice(slice, offset, out); });
}

void LooseWordMaker::append_slice(std::string_view slice, std::uint32_t offset, LooseWords& out) {
  analyzer_.analyze(slice, analyzed_, folded_);
  const auto before = static_cast<std::uint32_t>(out.words.size());
  const FoldedTokens folded(folded_);
  const std::size_t count = analyzed_.tokens.size();
  out.words.resize(before + count);
  out.bytes.resize(before + count);
  for (std::size_t i = 0; i < count; ++i) {
    const Span bytes = analyzed_.tokens.span(i);
    out.words[before + i] = folded.word(i);
    out.bytes[before + i] = {bytes.begin + offset, bytes.end + offset};
  }
  for (const Sentence& sentence : analyzed_.sentences) {
    out.sentences.push_back({{sentence.bytes.begin + offset, sentence.bytes.end + offset},
                             sentence.first_token + before,
                             sentence.token_count});
  }
}

void pack_words(const LooseWords& words, Features& out) {
  out.push_back(
      two(static_cast<std::uint32_t>(words.sentences.size()), static_cast<std::uint32_t>(words.words.size())));
  for (std::size_t i = 0; i < words.words.size(); ++i) out.push_back(two(words.words[i], words.bytes[i].begin));
  for (std::size_t i = 0; i < words.words.size(); i += 2) {
    const bool has_next = i + 1 < words.words.size();
    out.push_back(two(words.bytes[i].end, has_next ? words.bytes[i + 1].end : 0));
  }
  for (const Sentence& sentence : words.sentences) {
    out.push_back(two(sentence.bytes.begin, sentence.bytes.end));
    out.push_back(two(sentence.first_token, sentence.token_count));
  }
}

void unpack_words(std::span<const std::uint64_t> packed, LooseWords& out) {
  const std::size_t words = low(packed.front());
  const std::span<const std::uint64_t> places = packed.subspan(1, words);
  const std::span<const std::uint64_t> ends = packed.subspan(1 + words, (words + 1) / 2);
  const std::span<const std::uint64_t> sentences = packed.subspan(1 + words + ends.size());
  out.words.resize(words);
  out.bytes.resize(words);
  for (std::size_t i = 0; i < words; ++i) {
    out.words[i] = high(places[i]);
    out.bytes[i] = {low(places[i]), i % 2 == 0 ? high(ends[i / 2]) : low(ends[i / 2])};
  }
  out.sentences.resize(high(packed.front()));
  for (std::size_t i = 0; i < out.sentences.size(); ++i) {
    const std::uint64_t bytes = sentences[2 * i];
    const std::uint64_t tokens = sentences[2 * i + 1];
    out.sentences[i] = {{high(bytes), low(bytes)}, high(tokens), low(tokens)};
  }
}

void append_packed_words(std::span<const std::uint64_t> packed, std::vector<std::uint32_t>& out) {
  for (const std::uint64_t place : packed.subspan(1, low(packed.front()))) out.push_back(high(place));
}

}  // namespace cento
