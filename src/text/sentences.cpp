#include "text/sentences.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "text/abbreviations.hpp"
#include "text/sentence_candidates.hpp"
#include "text/sentence_characters.hpp"
#include "text/sentence_rules.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kEachByte = 0x0101010101010101;
constexpr std::uint64_t kHighBits = kEachByte * 0x80;

/// The eight bytes before `at`; zeros stand for those before the text.
std::uint64_t load_before(const char* text, std::size_t at) {
  std::uint64_t bytes = 0;
  if (at >= kWordKeyBytes) {
    std::memcpy(&bytes, text + at - kWordKeyBytes, kWordKeyBytes);
  } else {
    std::memcpy(reinterpret_cast<char*>(&bytes) + kWordKeyBytes - at, text, at);
  }
  return bytes;
}

/// The high bit of each byte of `bytes` (with bit 5 set) that is not an ASCII letter.
std::uint64_t non_letters(std::uint64_t bytes) {
  const std::uint64_t low = bytes & ~kHighBits;
  const std::uint64_t from_a = low + kEachByte * (0x80 - 'a');
  const std::uint64_t over_z = low + kEachByte * (0x7F - 'z');
  return (~from_a | over_z | bytes) & kHighBits;
}

/// How many ASCII letters stand before `at`, up to eight; 0 if they are one, end in a capital, or may be an
/// abbreviation.
unsigned plain_letters_before(const char* text, std::size_t at) {
  const std::uint64_t bytes = load_before(text, at);
  const std::uint64_t folded = bytes | kEachByte * 0x20;
  const std::uint64_t others = non_letters(folded);
  const unsigned letter_bits = others == 0 ? 64 : static_cast<unsigned>(__builtin_clzll(others));
  if (letter_bits < 16) return 0;
  const WordKey key = folded >> (64 - letter_bits) << (64 - letter_bits);
  return bytes >> 56U >= 'a' && !may_be_abbreviation(key) ? letter_bits / 8 : 0;
}

/// What a byte means near a full stop; the rules that this stands for are in sentence_rules.cpp.
enum ByteClass : std::uint8_t {
  kStarts = 1,  // after the stop and white space: a sentence begins, if the word before is plain
  kSmall = 2,   // the same: a sentence begins, if the word is not short
  kShuts = 4,   // before the stop: no word and no number
};

constexpr auto kByteClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (unsigned char c = '!'; c < 0x7F; ++c) {
    const bool small = c >= 'a' && c <= 'z';
    const bool goes_on = std::string_view(")]},;:.!?").find(static_cast<char>(c)) != std::string_view::npos;
    if (small) classes[c] |= kSmall;
    if (!small && !goes_on) classes[c] |= kStarts;
  }
  for (const unsigned char c : std::string_view(")]>`%")) classes[c] |= kShuts;
  return classes;
}();

std::uint8_t byte_class(char c) {
  return kByteClasses[static_cast<unsigned char>(c)];
}

constexpr unsigned kPlainWordLetters = 4;  // rule 26
constexpr unsigned char kFirstWideByte = 0x80;

class Splitter {
 public:
  Splitter(std::string_view text, const SentenceOptions& options, std::vector<Span>& out)
      : text_(text), max_bytes_(std::max<std::uint32_t>(options.max_bytes, 1)), out_(out) {
    begin_ = skip(0);
  }

  void look_at(std::uint32_t at) {
    if (at < judged_ || at <= begin_) return;  // nothing ends or begins at the first byte
    const char byte = text_[at];
    if (byte == '\n') return begin_paragraph(at);
    if (byte == '*' || byte == '-') {
      if (text_[at - 1] == '\n') return begin_anew(at);
      if (text_[at - 1] != ' ') return;
    }
    if (byte == '.') {
      if (text_[at - 1] == '.') return;  // part of a run whose first full stop was looked at
      const std::uint32_t next = skip_spaces(at + 2);
      if (is_ordinary_end(at, next)) {
        put(begin_, at + 1);
        begin_ = next;
        return;
      }
    }
    look_closely_at(at);
  }

  void finish() { begin_anew(static_cast<std::uint32_t>(text_.size())); }

 private:
  /// Most candidates are a full stop after a word that is no abbreviation, or a bracket, with white space and something
  /// that begins a sentence after it. `next` is what follows the white space.
  [[nodiscard]] bool is_ordinary_end(std::uint32_t at, std::uint32_t next) const {
    if (next >= text_.size() || (text_[at + 1] != ' ' && text_[at + 1] != '\n')) return false;
    const std::uint8_t following = byte_class(text_[next]);
    if ((following & (kStarts | kSmall)) == 0) return false;
    const unsigned letters = plain_letters_before(text_.data(), at);
    if (letters > 0) return (following & kStarts) != 0 || letters >= kPlainWordLetters;
    return (following & kStarts) != 0 && (byte_class(text_[at - 1]) & kShuts) != 0 &&
           is_ascii_letter(static_cast<unsigned char>(text_[begin_]));
  }

  /// The first place from `at` on that is not a space; eight are skipped at once because how many there are cannot be
  /// predicted.
  [[nodiscard]] std::uint32_t skip_spaces(std::uint32_t at) const {
    while (at + sizeof(std::uint64_t) <= text_.size()) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, text_.data() + at, sizeof bytes);
      bytes ^= kEachByte * ' ';
      if (bytes != 0) return at + static_cast<std::uint32_t>(__builtin_ctzll(bytes)) / 8;
      at += sizeof bytes;
    }
    while (at < text_.size() && text_[at] == ' ') ++at;
    return at;
  }

  void look_closely_at(std::uint32_t at) {
    const Verdict verdict = judge_candidate(text_, begin_, at);
    judged_ = verdict.judged;
    if (verdict.kind == Verdict::Kind::begins) return begin_anew(verdict.at);
    if (verdict.kind == Verdict::Kind::none) return;
    put(begin_, verdict.at);
    begin_ = skip(verdict.at);
  }

  /// The same as begin_anew(at), where a line feed and mostly another one stand, but quicker.
  void begin_paragraph(std::uint32_t at) {
    const auto last = static_cast<unsigned char>(text_[at - 1]);
    if (last <= ' ' || last >= kFirstWideByte) return begin_anew(at);
    put(begin_, at);
    const std::uint32_t next = skip_spaces(at + (at + 1 < text_.size() && text_[at + 1] == '\n' ? 2 : 1));
    const bool plain = next < text_.size() && text_[next] > ' ';
    begin_ = plain ? next : skip(next);
  }

  /// Ends the sentence before `at`, if there is one.
  void begin_anew(std::uint32_t at) {
    const auto end = static_cast<std::uint32_t>(trim_end(text_, begin_, at));
    if (end > begin_) put(begin_, end);
    begin_ = skip(at);
  }

  [[nodiscard]] std::uint32_t skip(std::uint32_t at) const {
    while (at < text_.size() && text_[at] == '\n') ++at;
    return static_cast<std::uint32_t>(skip_white_space(text_, skip_spaces(at)));
  }

  void put(std::uint32_t begin, std::uint32_t end) {
    if (end - begin > max_bytes_) [[unlikely]]
      return put_pieces(begin, end);
    out_.push_back({begin, end});
  }

  /// Puts pieces of at most max_bytes_.
  void put_pieces(std::uint32_t begin, std::uint32_t end);

  /// After the last white space of `[begin, limit]`, or else after its last whole character, of which there is at least
  /// one.
  [[nodiscard]] std::uint32_t cut_before(std::uint32_t begin, std::uint32_t limit) const;

  std::string_view text_;
  std::uint32_t max_bytes_;
  std::vector<Span>& out_;
  std::uint32_t begin_ = 0;   // of the sentence that is not yet complete; not white space
  std::uint32_t judged_ = 0;  // candidates before this were looked at as part of an earlier one
};

void Splitter::put_pieces(std::uint32_t begin, std::uint32_t end) {
  while (begin < end && end - begin > max_bytes_) {
    const std::uint32_t cut = cut_before(begin, begin + max_bytes_);
    out_.push_back({begin, static_cast<std::uint32_t>(trim_end(text_, begin, cut))});
    begin = skip(cut);
  }
  if (begin < end) out_.push_back({begin, end});
}

std::uint32_t Splitter::cut_before(std::uint32_t begin, std::uint32_t limit) const {
  const auto is_inside = [&](std::uint32_t at) { return (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U; };
  while (limit > begin && is_inside(limit)) --limit;
  if (limit == begin) return begin + code_point_at(text_, begin).length;
  for (std::uint32_t at = limit; at > begin;) {
    if (is_white_space(code_point_at(text_, at).value)) return at;
    at -= code_point_before(text_, begin, at).length;
  }
  return limit;
}

}  // namespace

void split_sentences(std::string_view text, const SentenceOptions& options, std::vector<Span>& out, Kernel kernel) {
  out.clear();
  std::array<std::uint32_t, kCandidateBufferSize> places;
  const CandidateScan scan = candidate_scan(kernel);
  CandidateCarry carry;
  Splitter splitter(text, options, out);
  for (std::size_t begin = 0; begin < text.size(); begin += kCandidatePieceBytes) {
    const std::size_t count = scan(text.data(), text.size(), begin, carry, places.data());
    for (std::size_t i = 0; i < count; ++i) splitter.look_at(places[i]);
  }
  splitter.finish();
}

}  // namespace cento
