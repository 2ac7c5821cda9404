// Writes a collection of generated documents as JSON lines, the same for the same arguments, whatever its size:
//   make_collection WORDS_FILE BYTES SEED > FILE
// The words come from WORDS_FILE and are drawn by Zipf's law; lengths are log-normal. Documents come in families: an
// original, exact copies and copies with some words changed, enough that similarities of word shingles are on both
// sides of 0.8. Many families end with one of a few shared paragraphs. A family's size does not depend on the
// collection's, so pairs grow as documents do; its members are anywhere in the file. An id is FAMILY-MEMBER.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "file_content.hpp"

namespace {

constexpr std::size_t kVocabularyWords = 60'000;
constexpr std::size_t kWordBytesLeast = 2;
constexpr std::size_t kWordBytesMost = 20;
constexpr double kZipfOffset = 2.7;  // flattens the first ranks, as Mandelbrot proposed

constexpr double kMedianWords = 500;
constexpr double kSpreadOfWords = 1.1;  // standard deviation of the length's logarithm
constexpr double kWordsLeast = 20;
constexpr double kWordsMost = 20'000;

constexpr double kFamiliesOfOne = 0.88;
constexpr double kOneMoreMember = 0.5;
constexpr std::uint32_t kMembersMost = 16;
constexpr double kExactCopies = 1.0 / 3;
constexpr double kEditsLeast = 0.002;  // of the words; at 0.023 five-word shingles have a similarity of 0.8
constexpr double kEditsMost = 0.05;

constexpr std::size_t kParagraphs = 100;
constexpr std::uint64_t kParagraphWordsLeast = 30;
constexpr std::uint64_t kParagraphWordsSpan = 90;
constexpr double kFamiliesWithParagraph = 0.3;
constexpr std::size_t kTextToParagraphLeast = 3;  // a shared paragraph alone does not make a near-duplicate

constexpr std::uint64_t kWordsInSentence = 16;
constexpr std::uint64_t kSentencesInParagraph = 8;
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

using Words = std::vector<std::uint32_t>;  // places in the vocabulary

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

/// SplitMix64: small, and the same everywhere, unlike the standard library's distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15); }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  bool happens(double probability) { return unit() < probability; }
  std::uint64_t below(std::uint64_t bound) { return ((next() >> 32) * bound) >> 32; }  // for bounds below 2^32
  double normal() { return std::sqrt(-2 * std::log(1 - unit())) * std::cos(2 * std::numbers::pi * unit()); }

 private:
  std::uint64_t state_;
};

/// Words with their probabilities, drawn in constant time by Walker's alias method.
class Vocabulary {
 public:
  explicit Vocabulary(std::vector<std::string> words) : words_(std::move(words)) {
    double total = 0;
    for (std::size_t rank = 0; rank < words_.size(); ++rank) total += weight(rank);
    std::vector<double> shares;
    for (std::size_t rank = 0; rank < words_.size(); ++rank) {
      const double probability = weight(rank) / total;
      shares.push_back(probability * static_cast<double>(words_.size()));
      mean_bytes_ += probability * static_cast<double>(words_[rank].size());
    }
    make_slots(shares);
  }

  [[nodiscard]] const std::string& word(std::uint32_t place) const { return words_[place]; }
  [[nodiscard]] double mean_bytes() const { return mean_bytes_; }

  std::uint32_t draw(Random& random) const {
    const auto place = static_cast<std::uint32_t>(random.below(words_.size()));
    const Slot& slot = slots_[place];
    return random.unit() < slot.own_share ? place : slot.other;
  }

 private:
  struct Slot {
    double own_share = 1;
    std::uint32_t other = 0;
  };

  static double weight(std::size_t rank) { return 1 / (static_cast<double>(rank) + kZipfOffset); }

  void make_slots(std::vector<double>& shares) {
    slots_.resize(shares.size());
    Words small;
    Words large;
    for (std::uint32_t place = 0; place < shares.size(); ++place) (shares[place] < 1 ? small : large).push_back(place);
    while (!small.empty() && !large.empty()) {
      const std::uint32_t place = small.back();
      small.pop_back();
      slots_[place] = {shares[place], large.back()};
      shares[large.back()] -= 1 - shares[place];
      if (shares[large.back()] >= 1) continue;
      small.push_back(large.back());
      large.pop_back();
    }
  }

  std::vector<std::string> words_;
  std::vector<Slot> slots_;
  double mean_bytes_ = 0;
};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::unordered_map<std::string, std::size_t> count_words(std::string_view text) {
  std::unordered_map<std::string, std::size_t> counts;
  std::string word;
  for (const char c : text) {
    const char letter = lower(c);
    if (letter >= 'a' && letter <= 'z') {
      word.push_back(letter);
      continue;
    }
    if (word.size() >= kWordBytesLeast && word.size() <= kWordBytesMost) ++counts[word];
    word.clear();
  }
  return counts;
}

/// The most frequent words of ASCII letters, most frequent first.
std::vector<std::string> frequent_words(std::string_view text) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto& [word, count] : count_words(text)) ranked.emplace_back(count, word);
  std::sort(ranked.begin(), ranked.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  if (ranked.size() > kVocabularyWords) ranked.resize(kVocabularyWords);
  std::vector<std::string> words;
  for (auto& [count, word] : ranked) words.push_back(std::move(word));
  return words;
}

Words random_words(const Vocabulary& vocabulary, std::size_t count, Random& random) {
  Words words(count);
  for (std::uint32_t& word : words) word = vocabulary.draw(random);
  return words;
}

struct Family {
  std::uint64_t seed = 0;
  std::uint32_t words = 0;
  std::uint32_t members = 1;
};

struct Member {
  std::uint32_t family = 0;
  std::uint32_t number = 0;
};

Family make_family(Random& random) {
  Family family;
  family.seed = random.next();
  const double words = kMedianWords * std::exp(kSpreadOfWords * random.normal());
  family.words = static_cast<std::uint32_t>(std::clamp(words, kWordsLeast, kWordsMost));
  if (random.happens(kFamiliesOfOne)) return family;
  family.members = 2;
  while (family.members < kMembersMost && random.happens(kOneMoreMember)) ++family.members;
  return family;
}

/// Families until their words, each followed by a space, fill `bytes` bytes.
std::vector<Family> make_families(std::uint64_t bytes, double bytes_a_word, Random& random) {
  std::vector<Family> families;
  for (double planned = 0; planned < static_cast<double>(bytes);) {
    families.push_back(make_family(random));
    planned += static_cast<double>(families.back().words) * families.back().members * bytes_a_word;
  }
  return families;
}

std::vector<Member> shuffled_members(const std::vector<Family>& families, Random& random) {
  std::vector<Member> members;
  for (std::uint32_t family = 0; family < families.size(); ++family) {
    for (std::uint32_t number = 0; number < families[family].members; ++number) members.push_back({family, number});
  }
  for (std::size_t i = members.size(); i > 1; --i) std::swap(members[i - 1], members[random.below(i)]);
  return members;
}

/// Each word is replaced, dropped or followed by another with the probability `edits`.
Words edited(const Words& original, double edits, const Vocabulary& vocabulary, Random& random) {
  enum class Edit : std::uint8_t { replace, drop, insert, kinds };
  Words words;
  for (const std::uint32_t word : original) {
    if (!random.happens(edits)) {
      words.push_back(word);
      continue;
    }
    const auto edit = static_cast<Edit>(random.below(static_cast<std::uint64_t>(Edit::kinds)));
    if (edit == Edit::insert) words.push_back(word);
    if (edit != Edit::drop) words.push_back(vocabulary.draw(random));
  }
  return words;
}

class Collection {
 public:
  Collection(const Vocabulary& vocabulary, std::uint64_t seed) : vocabulary_(vocabulary) {
    Random random(seed);
    for (std::size_t i = 0; i < kParagraphs; ++i) {
      paragraphs_.push_back(random_words(vocabulary, kParagraphWordsLeast + random.below(kParagraphWordsSpan), random));
    }
  }

  [[nodiscard]] Words member(const Family& family, std::uint32_t number) const {
    Random random(family.seed);
    Words words = random_words(vocabulary_, family.words, random);
    const bool has_paragraph = random.happens(kFamiliesWithParagraph);
    const Words& paragraph = paragraphs_[random.below(paragraphs_.size())];
    if (number != 0) words = copy(words, family.seed + number);
    const bool fits = words.size() >= kTextToParagraphLeast * paragraph.size();
    if (has_paragraph && fits) words.insert(words.end(), paragraph.begin(), paragraph.end());
    return words;
  }

 private:
  [[nodiscard]] Words copy(const Words& original, std::uint64_t seed) const {
    Random random(mixed(seed));
    if (random.happens(kExactCopies)) return original;
    const double edits = kEditsLeast + random.unit() * (kEditsMost - kEditsLeast);
    return edited(original, edits, vocabulary_, random);
  }

  const Vocabulary& vocabulary_;
  std::vector<Words> paragraphs_;
};

/// The ends of sentences and paragraphs depend on the two words there, so that copies keep most of them.
void append_text(std::string& out, const Words& words, const Vocabulary& vocabulary) {
  bool sentence_begins = true;
  std::uint64_t before = 0;
  for (const std::uint32_t word : words) {
    const std::size_t begin = out.size();
    out += vocabulary.word(word);
    if (sentence_begins) out[begin] = static_cast<char>(out[begin] - 'a' + 'A');
    const std::uint64_t chance = mixed((before << 32) | word);
    sentence_begins = chance % kWordsInSentence == 0;
    const bool paragraph_ends = sentence_begins && chance / kWordsInSentence % kSentencesInParagraph == 0;
    out += paragraph_ends ? ".\\n\\n" : sentence_begins ? ". " : " ";
    before = word;
  }
}

bool write_out(std::string& buffer) {
  const bool written = std::fwrite(buffer.data(), 1, buffer.size(), stdout) == buffer.size();
  buffer.clear();
  return written;
}

bool write_collection(const Vocabulary& vocabulary, std::uint64_t bytes, std::uint64_t seed) {
  Random random(seed);
  const Collection collection(vocabulary, random.next());
  const std::vector<Family> families = make_families(bytes, vocabulary.mean_bytes() + 1, random);
  std::string buffer;
  for (const auto& [family, number] : shuffled_members(families, random)) {
    buffer += "{\"id\":\"" + std::to_string(family) + "-" + std::to_string(number) + "\",\"text\":\"";
    append_text(buffer, collection.member(families[family], number), vocabulary);
    buffer += "\"}\n";
    if (buffer.size() >= kBufferBytes && !write_out(buffer)) return false;
  }
  return write_out(buffer) && std::fflush(stdout) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kArguments = 3;
  if (argc != kArguments + 1) {
    std::fprintf(stderr, "usage: make_collection WORDS_FILE BYTES SEED > FILE\n");
    return 2;
  }
  const std::vector<std::string> words = frequent_words(cento::bench::content_of(argv[1]));
  if (words.empty()) {
    std::fprintf(stderr, "make_collection: no words in %s\n", argv[1]);
    return 1;
  }
  constexpr int kDecimal = 10;
  const Vocabulary vocabulary(words);
  if (write_collection(vocabulary, std::strtoull(argv[2], nullptr, kDecimal),
                       std::strtoull(argv[3], nullptr, kDecimal))) {
    return 0;
  }
  std::perror("make_collection: cannot write");
  return 1;
}
