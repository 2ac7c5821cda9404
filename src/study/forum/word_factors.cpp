#include "study/forum/word_factors.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include <boost/unordered/unordered_flat_map.hpp>

#include "text/fold/folded_text.hpp"
#include "text/tokenizer.hpp"

namespace cento {

namespace {

constexpr double kPositivesCount = 0.7;  // how much the share of positive pairs counts for a word not yet seen
constexpr double kDigits = 1000;         // factors are rounded to 1/1000
constexpr double kSameAsUnknown = 0.02;  // a factor this close to 1 is left out

using WordSet = std::vector<std::uint32_t>;  // sorted

/// Numbers the words of texts.
class WordNumbers {
 public:
  WordSet words_of(std::string_view text) {
    tokenizer_.fold(text, folded_);
    WordSet words;
    for (std::size_t i = 0; i < folded_.begins.size(); ++i) words.push_back(number_of(word(i)));
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  }

  std::vector<std::string> take() { return std::move(words_); }

 private:
  [[nodiscard]] std::string_view word(std::size_t i) const {
    const std::size_t last = folded_.begins.size() - 1;
    const std::uint32_t begin = folded_.byte_of(folded_.begins[i]);
    const std::size_t end = i == last ? folded_.text().size() : folded_.byte_of(folded_.begins[i + 1]);
    std::string_view word = folded_.text().substr(begin, end - begin);
    if (word.ends_with(' ')) word.remove_suffix(1);
    return word;
  }

  std::uint32_t number_of(std::string_view word) {
    const auto [known, is_new] = numbers_.emplace(std::string(word), static_cast<std::uint32_t>(words_.size()));
    if (is_new) words_.emplace_back(word);
    return known->second;
  }

  Tokenizer tokenizer_;
  FoldedText folded_;
  std::vector<std::string> words_;
  boost::unordered_flat_map<std::string, std::uint32_t> numbers_;
};

struct PartWords {
  std::string_view name;
  WordSet words;
};

std::vector<PartWords> words_of(const Document& document, WordNumbers& numbers) {
  std::vector<PartWords> parts;
  for (const Part& part : document.parts) parts.push_back({part.name, numbers.words_of(part.text)});
  return parts;
}

/// Words on one side only, in parts that both have.
WordSet unshared_words(const std::vector<PartWords>& a, const std::vector<PartWords>& b) {
  WordSet unshared;
  for (const PartWords& one : a) {
    for (const PartWords& other : b) {
      if (one.name != other.name) continue;
      std::set_symmetric_difference(one.words.begin(), one.words.end(), other.words.begin(), other.words.end(),
                                    std::back_inserter(unshared));
    }
  }
  return unshared;
}

struct WordCounts {
  std::uint32_t pairs = 0;
  std::uint32_t negative = 0;
};

}  // namespace

UnsharedWords::UnsharedWords(const LabelledQuestions& labelled) {
  WordNumbers numbers;
  std::vector<std::vector<PartWords>> words;
  for (const Document& document : labelled.threads.documents) words.push_back(words_of(document, numbers));
  for (const ForumLabel& pair : labelled.pairs) {
    unshared_.push_back(unshared_words(words[pair.a], words[pair.b]));
    is_positive_.push_back(pair.is_positive);
  }
  words_ = numbers.take();
}

std::map<std::string, double> UnsharedWords::learn(std::span<const std::uint32_t> rows,
                                                   const WordFactorOptions& options) const {
  std::vector<WordCounts> counts(words_.size());
  double positives = 0;
  for (const std::uint32_t row : rows) {
    positives += is_positive_[row] ? 1 : 0;
    for (const std::uint32_t word : unshared_[row]) {
      ++counts[word].pairs;
      counts[word].negative += is_positive_[row] ? 0 : 1;
    }
  }
  const double unknown = 1 - kPositivesCount * positives / static_cast<double>(std::max<std::size_t>(1, rows.size()));
  const auto amount = [&](double negative_share) {
    return std::max(options.least_factor, negative_share - options.indifference);
  };
  std::map<std::string, double> factors;
  for (std::size_t word = 0; word < words_.size(); ++word) {
    if (counts[word].pairs < options.least_pairs) continue;
    const double share =
        (counts[word].negative + options.shrinking * unknown) / (counts[word].pairs + options.shrinking);
    const double factor = std::round(amount(share) / amount(unknown) * kDigits) / kDigits;
    if (std::abs(factor - 1) > kSameAsUnknown) factors.emplace(words_[word], factor);
  }
  return factors;
}

}  // namespace cento
