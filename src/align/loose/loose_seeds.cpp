#include "align/loose/loose_seeds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace cento {

namespace {

constexpr std::uint32_t kWordsSharedLeast = 2;
constexpr std::uint64_t kCommonShare = 64;  // a word is common if 1 in this many pairs of sentences have it
constexpr float kAboveRounding = 1.0001F;   // leaves room for rounding when bounds are compared

std::uint32_t distance(const LooseSeed& seed) {
  return seed.a > seed.b ? seed.a - seed.b : seed.b - seed.a;
}

/// Keeps the most similar; ties go to those nearest the diagonal.
std::uint64_t cut_to(std::size_t most, std::vector<LooseSeed>& seeds) {
  if (seeds.size() <= most) return 0;
  const auto better = [](const LooseSeed& x, const LooseSeed& y) {
    return std::tuple(-x.similarity, distance(x), x.a, x.b) < std::tuple(-y.similarity, distance(y), y.a, y.b);
  };
  const auto last = seeds.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(seeds.begin(), last, seeds.end(), better);
  const std::uint64_t dropped = seeds.size() - most;
  seeds.resize(most);
  return dropped;
}

void sort_by_place(std::vector<LooseSeed>& seeds) {
  std::sort(seeds.begin(), seeds.end(),
            [](const LooseSeed& x, const LooseSeed& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
}

}  // namespace

void SeedFinder::find(const LoosePair& pair, LooseSeeds& out) {
  out.seeds.clear();
  out.weak.clear();
  out.words_left_out = 0;
  out.seeds_left_out = 0;
  choose_words(pair, out);
  make_postings(pair.b);
  list_common_words(pair.b);
  own_common_.assign(pair.weights.size(), 0);
  shared_.assign(pair.b.sentences.size(), {});
  for (std::uint32_t sentence = 0; sentence < pair.a.sentences.size(); ++sentence) {
    compare(pair, sentence, out);
    // Twice as many before a cut, so that all cuts together cost no more than finding the seeds did.
    if (out.seeds.size() > 2 * options_.max_seeds) out.seeds_left_out += cut_to(options_.max_seeds, out.seeds);
    if (out.weak.size() > 2 * options_.max_seeds) cut_to(options_.max_seeds, out.weak);
  }
  out.seeds_left_out += cut_to(options_.max_seeds, out.seeds);
  cut_to(options_.max_seeds, out.weak);
  sort_by_place(out.seeds);
  sort_by_place(out.weak);
}

void SeedFinder::choose_words(const LoosePair& pair, LooseSeeds& out) {
  const std::size_t vocabulary = pair.weights.size();
  std::vector<std::uint32_t> in_a(vocabulary, 0);
  for (const WeightedWord& word : pair.a.weighted) ++in_a[word.word];
  products_.assign(vocabulary, 0);
  for (const WeightedWord& word : pair.b.weighted) products_[word.word] += in_a[word.word];
  const std::uint64_t most = std::uint64_t{pair.a.sentences.size()} * pair.b.sentences.size() / kCommonShare;
  uses_.assign(vocabulary, Use::always);
  for (std::size_t word = 0; word < vocabulary; ++word) {
    if (products_[word] > most) uses_[word] = Use::in_candidates;
  }
  leave_out_words(std::accumulate(products_.begin(), products_.end(), std::uint64_t{0}), out);
}

/// Leaves out the words with the most products until the rest is within max_products.
void SeedFinder::leave_out_words(std::uint64_t products, LooseSeeds& out) {
  if (products <= options_.max_products) return;
  std::vector<std::uint32_t> words(products_.size());
  std::iota(words.begin(), words.end(), 0);
  std::sort(words.begin(), words.end(),
            [&](std::uint32_t x, std::uint32_t y) { return std::pair(products_[x], x) > std::pair(products_[y], y); });
  for (const std::uint32_t word : words) {
    if (products <= options_.max_products) return;
    products -= products_[word];
    uses_[word] = Use::never;
    ++out.words_left_out;
  }
}

void SeedFinder::make_postings(const LooseSide& side) {
  const std::size_t vocabulary = uses_.size();
  posting_ends_.assign(vocabulary + 1, 0);
  for (const WeightedWord& word : side.weighted) ++posting_ends_[word.word + 1];
  std::partial_sum(posting_ends_.begin(), posting_ends_.end(), posting_ends_.begin());
  postings_.resize(side.weighted.size());
  for (std::uint32_t sentence = 0; sentence < side.sentences.size(); ++sentence) {
    for (const WeightedWord& word : side.vector_of(sentence)) {
      postings_[posting_ends_[word.word]++] = {sentence, word.weight};  // turns begins into ends
    }
  }
}

void SeedFinder::list_common_words(const LooseSide& side) {
  common_words_.clear();
  first_common_.assign(1, 0);
  common_shares_.clear();
  largest_common_share_ = 0;
  for (std::size_t sentence = 0; sentence < side.sentences.size(); ++sentence) {
    for (const WeightedWord& word : side.vector_of(sentence)) {
      if (uses_[word.word] == Use::in_candidates) common_words_.push_back(word);
    }
    first_common_.push_back(static_cast<std::uint32_t>(common_words_.size()));
    common_shares_.push_back(common_share(side, sentence));
    largest_common_share_ = std::max(largest_common_share_, common_shares_.back());
  }
}

float SeedFinder::common_share(const LooseSide& side, std::size_t sentence) const {
  float squares = 0;
  for (const WeightedWord& word : side.vector_of(sentence)) {
    if (uses_[word.word] == Use::in_candidates) squares += word.weight * word.weight;
  }
  return std::sqrt(squares) / side.norms[sentence];
}

void SeedFinder::compare(const LoosePair& pair, std::uint32_t sentence, LooseSeeds& out) {
  const std::span<const WeightedWord> words = pair.a.vector_of(sentence);
  const auto weak = static_cast<float>(options_.weak_cosine);
  const float own_share = common_share(pair.a, sentence);
  const bool uses_common = own_share * largest_common_share_ * kAboveRounding >= weak;
  collect(words, uses_common);
  for (const std::uint32_t other : touched_) {
    const Shared first_look = std::exchange(shared_[other], {});
    const float norms = pair.a.norms[sentence] * pair.b.norms[other];
    Shared shared = first_look;
    if (!uses_common) {
      const float most = first_look.product / norms + own_share * common_shares_[other];
      if (most * kAboveRounding < weak) continue;
      add_common_words(other, shared);
    }
    add_seed(pair, {sentence, other, std::min(1.0F, shared.product / norms)}, shared.words, out);
  }
  for (const WeightedWord& word : words) own_common_[word.word] = 0;
}

/// Adds up what each sentence of the second text shares, leaving out common words unless they are used at once.
void SeedFinder::collect(std::span<const WeightedWord> words, bool uses_common) {
  touched_.clear();
  for (const WeightedWord& word : words) {
    const Use use = uses_[word.word];
    if (use == Use::in_candidates) own_common_[word.word] = word.weight;
    if (use == Use::never || (use == Use::in_candidates && !uses_common)) continue;
    const std::uint32_t begin = word.word == 0 ? 0 : posting_ends_[word.word - 1];
    for (std::uint32_t i = begin; i < posting_ends_[word.word]; ++i) {
      Shared& shared = shared_[postings_[i].sentence];
      shared.product += word.weight * postings_[i].weight;
      if (shared.words++ == 0) touched_.push_back(postings_[i].sentence);
    }
  }
}

void SeedFinder::add_common_words(std::uint32_t other, Shared& shared) const {
  for (std::uint32_t i = first_common_[other]; i < first_common_[other + 1]; ++i) {
    const float own = own_common_[common_words_[i].word];
    shared.product += own * common_words_[i].weight;
    if (own > 0) ++shared.words;
  }
}

void SeedFinder::add_seed(const LoosePair& pair, const LooseSeed& seed, std::uint32_t shared_words,
                          LooseSeeds& out) const {
  const auto cosine = static_cast<double>(seed.similarity);
  if (shared_words < kWordsSharedLeast || cosine <= options_.weak_cosine) return;
  out.weak.push_back(seed);
  const std::size_t words = pair.a.vector_of(seed.a).size() + pair.b.vector_of(seed.b).size();
  const double dice = 2.0 * shared_words / static_cast<double>(words);
  if (cosine > options_.seed_cosine && dice > options_.seed_dice) out.seeds.push_back(seed);
}

void keep_best_seeds(const LoosePair& pair, std::span<const LooseSeed> seeds, double least_of_best,
                     std::vector<LooseSeed>& out) {
  std::vector<float> best_a(pair.a.sentences.size(), 0);
  std::vector<float> best_b(pair.b.sentences.size(), 0);
  for (const LooseSeed& seed : seeds) {
    best_a[seed.a] = std::max(best_a[seed.a], seed.similarity);
    best_b[seed.b] = std::max(best_b[seed.b], seed.similarity);
  }
  out.clear();
  for (const LooseSeed& seed : seeds) {
    const float best = std::max(best_a[seed.a], best_b[seed.b]);
    if (static_cast<double>(seed.similarity) >= least_of_best * static_cast<double>(best)) out.push_back(seed);
  }
}

}  // namespace cento
