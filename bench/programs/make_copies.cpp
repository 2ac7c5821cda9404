// Writes a large collection of real text: varied copies of the JSON lines of a file, the same for the same arguments.
//
//     make_copies FILE.jsonl BYTES SEED > FILE
//
// The first copy is the file itself. In each further one most words are replaced by others of about the same frequency,
// consistently within that copy: documents have the lengths, the sentences and the duplicates of real ones, but copies
// differ in their text. One document in twelve of a copy keeps its words except for a few, which makes near-duplicates
// far apart. An id gets the copy's number as a prefix.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "file_content.hpp"

namespace {

constexpr std::size_t kWordBytesLeast = 3;
constexpr std::size_t kRanksTogether = 256;  // words with ranks in the same block are exchanged
constexpr std::uint64_t kDocumentsToOneKept = 12;
constexpr std::uint64_t kWordsToOneEdit = 100;
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::string_view kIdMark = R"("id": ")";
constexpr std::string_view kTextMark = R"("text": ")";

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Calls `word(view)` and `other(view)` for the stretches of a JSON string. An escape such as \n is not part of a word.
template <class Word, class Other>
void for_each_stretch(std::string_view text, const Word& word, const Other& other) {
  std::size_t place = 0;
  while (place < text.size()) {
    std::size_t end = place;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end - place >= kWordBytesLeast) {
      word(text.substr(place, end - place));
      place = end;
      continue;
    }
    if (end == place) end += text[place] == '\\' && place + 1 < text.size() ? 2 : 1;
    other(text.substr(place, end - place));
    place = end;
  }
}

/// The words of a text by descending frequency, and their replacements in a copy.
class Vocabulary {
 public:
  explicit Vocabulary(std::string_view text) {
    std::unordered_map<std::string_view, std::uint64_t> counts;
    for_each_stretch(
        text, [&](std::string_view word) { ++counts[word]; }, [](std::string_view) {});
    std::vector<std::pair<std::uint64_t, std::string_view>> ranked;
    ranked.reserve(counts.size());
    for (const auto& [word, count] : counts) ranked.emplace_back(count, word);
    std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    words_.reserve(ranked.size());
    for (const auto& [count, word] : ranked) {
      ranks_.emplace(word, static_cast<std::uint32_t>(words_.size()));
      words_.push_back(word);
    }
    places_.resize(words_.size());
  }

  /// Chooses the words of the copy with this seed: a permutation of each block of ranks.
  void shuffle(std::uint64_t seed) {
    for (std::uint32_t i = 0; i < places_.size(); ++i) places_[i] = i;
    for (std::size_t begin = 0; begin < places_.size(); begin += kRanksTogether) {
      const std::size_t count = std::min(kRanksTogether, places_.size() - begin);
      for (std::size_t i = count; i > 1; --i) {
        seed = mixed(seed + 0x9e3779b97f4a7c15);
        std::swap(places_[begin + i - 1], places_[begin + seed % i]);
      }
    }
  }

  [[nodiscard]] std::string_view other_word(std::string_view word) const {
    const auto found = ranks_.find(word);
    return found == ranks_.end() ? word : words_[places_[found->second]];
  }

 private:
  std::vector<std::string_view> words_;
  std::unordered_map<std::string_view, std::uint32_t> ranks_;
  std::vector<std::uint32_t> places_;
};

void append_text(std::string& out, std::string_view text, const Vocabulary& vocabulary, std::uint64_t seed) {
  const bool keeps_words = seed % kDocumentsToOneKept == 0;
  std::uint64_t chance = seed;
  for_each_stretch(
      text,
      [&](std::string_view word) {
        chance = mixed(chance + 1);
        const bool stays = keeps_words && chance % kWordsToOneEdit != 0;
        out += stays ? word : vocabulary.other_word(word);
      },
      [&](std::string_view other) { out += other; });
}

/// A line with an unexpected form is left out.
void append_line(std::string& out, std::string_view line, std::uint64_t copy, const Vocabulary& vocabulary,
                 std::uint64_t seed) {
  const std::size_t id = line.find(kIdMark);
  const std::size_t text = line.find(kTextMark);
  if (id == std::string_view::npos || text == std::string_view::npos || text < id) return;
  const std::size_t id_begin = id + kIdMark.size();
  const std::size_t text_begin = text + kTextMark.size();
  out.append(line.substr(0, id_begin)).append(std::to_string(copy)).append("/");
  out.append(line.substr(id_begin, text_begin - id_begin));
  if (copy == 0) {
    out.append(line.substr(text_begin));
  } else {
    append_text(out, line.substr(text_begin), vocabulary, seed);
  }
  out += '\n';
}

bool write_out(std::string& buffer, std::uint64_t& written) {
  written += buffer.size();
  const bool succeeded = std::fwrite(buffer.data(), 1, buffer.size(), stdout) == buffer.size();
  buffer.clear();
  return succeeded;
}

bool write_copies(std::string_view content, std::uint64_t bytes, std::uint64_t seed) {
  Vocabulary vocabulary(content);
  std::string buffer;
  std::uint64_t written = 0;
  for (std::uint64_t copy = 0; written < bytes; ++copy) {
    vocabulary.shuffle(mixed(seed + copy));
    for (std::size_t begin = 0; begin < content.size() && written + buffer.size() < bytes;) {
      const std::size_t end = std::min(content.find('\n', begin), content.size());
      append_line(buffer, content.substr(begin, end - begin), copy, vocabulary, mixed(mixed(seed + copy) + begin));
      begin = end + 1;
      if (buffer.size() >= kBufferBytes && !write_out(buffer, written)) return false;
    }
    if (!write_out(buffer, written)) return false;
  }
  return std::fflush(stdout) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kArguments = 3;
  if (argc != kArguments + 1) {
    std::fprintf(stderr, "usage: make_copies FILE.jsonl BYTES SEED > FILE\n");
    return 2;
  }
  const std::string content = cento::bench::content_of(argv[1]);
  if (content.find(kTextMark) == std::string::npos) {
    std::fprintf(stderr, "make_copies: no documents in %s\n", argv[1]);
    return 1;
  }
  constexpr int kDecimal = 10;
  if (write_copies(content, std::strtoull(argv[2], nullptr, kDecimal), std::strtoull(argv[3], nullptr, kDecimal))) {
    return 0;
  }
  std::perror("make_copies: cannot write");
  return 1;
}
