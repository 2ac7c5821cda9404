#include "methods/loose/proposal_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <boost/unordered/unordered_flat_set.hpp>

namespace cento {

namespace {

constexpr std::size_t kPairsAtOnce = std::size_t{1} << 16;

void sort_out(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

bool is_better(const ScoredPair& x, const ScoredPair& y) {
  return std::tuple(-x.score, x.a, x.b) < std::tuple(-y.score, y.a, y.b);
}

double score_of(std::span<const Evidence> group, std::span<const std::uint32_t> lengths) {
  constexpr double kLengthPower = 0.25;
  constexpr double kShortWords = 200;  // below about this many words, length does not matter
  std::uint64_t sum = 0;
  for (const Evidence& record : group) sum += record.weight;
  const double a = lengths[group.front().a];
  const double b = lengths[group.front().b];
  return static_cast<double>(sum) / std::pow(a * b + kShortWords * kShortWords, kLengthPower);
}

}  // namespace

struct WordSet::Words {
  boost::unordered_flat_set<std::uint32_t> set;
};

WordSet::WordSet() : words_(std::make_unique<Words>()) {}

WordSet::~WordSet() = default;

void WordSet::insert(std::span<const std::uint32_t> words) {
  words_->set.insert(words.begin(), words.end());
}

bool WordSet::contains(std::uint32_t word) const {
  return words_->set.contains(word);
}

std::uint64_t choose_words(std::span<const std::uint32_t> sorted, std::size_t most,
                           std::vector<std::uint32_t>& chosen) {
  std::uint64_t common = 0;
  for_each_group(sorted, std::equal_to<>(), [&](std::span<const std::uint32_t> group) {
    if (group.size() > most) ++common;
    if (group.size() >= 2 && group.size() <= most) chosen.push_back(group.front());
  });
  return common;
}

void find_near_words(std::span<const std::uint32_t> words, const WordSet& chosen, std::uint32_t window,
                     const std::function<void(std::span<const std::uint64_t>)>& use) {
  std::vector<std::uint64_t> found;
  const auto hand_over = [&] {
    sort_out(found);
    use(found);
    found.clear();
  };
  std::vector<std::pair<std::size_t, std::uint32_t>> kept;  // place and word
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (chosen.contains(words[i])) kept.emplace_back(i, words[i]);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t j = i + 1; j < kept.size() && kept[j].first <= kept[i].first + window; ++j) {
      const auto [low, high] = std::minmax(kept[i].second, kept[j].second);
      if (low != high) found.push_back(mix64(std::uint64_t{low} << 32 | high));
    }
    if (found.size() > kPairsAtOnce) hand_over();
  }
  hand_over();
}

void documents_of(std::span<const NearWords> group, std::vector<DocId>& documents) {
  documents.clear();
  for (const NearWords& record : group) {
    const auto document = static_cast<DocId>(record.document);
    if (documents.empty() || documents.back() != document) documents.push_back(document);
  }
}

void BestPairs::add(const ScoredPair& pair) {
  pairs_.push_back(pair);
  if (pairs_.size() >= 2 * most_ + kPairsAtOnce) cut();
}

void BestPairs::cut() {
  if (pairs_.size() <= most_) return;
  std::nth_element(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(most_), pairs_.end(), is_better);
  pairs_.resize(most_);
}

std::uint64_t score_pairs(std::span<const Evidence> sorted, std::span<const std::uint32_t> lengths, BestPairs& best) {
  const auto alike = [](const Evidence& x, const Evidence& y) { return x.a == y.a && x.b == y.b; };
  std::uint64_t pairs = 0;
  for_each_group(sorted, alike, [&](std::span<const Evidence> group) {
    ++pairs;
    best.add({score_of(group, lengths), group.front().a, group.front().b});
  });
  return pairs;
}

Proposals propose_all(const ProposalInput& input) {
  std::vector<std::uint32_t> words;
  std::vector<DocId> documents;
  for (DocId document = 0; document < input.documents; ++document) {
    input.words_of(document, words);
    if (!words.empty()) documents.push_back(document);
  }
  Proposals out;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (std::size_t j = i + 1; j < documents.size(); ++j) {
      if (!may_be_compared(documents[i], documents[j], input.references)) continue;
      out.pairs.emplace_back(documents[i], documents[j]);
    }
  }
  out.counts.candidate_pairs = out.pairs.size();
  out.counts.proposed_pairs = out.pairs.size();
  return out;
}

}  // namespace cento
