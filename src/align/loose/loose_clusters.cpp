#include "align/loose/loose_clusters.hpp"

#include <algorithm>
#include <cmath>

namespace cento {

namespace {

constexpr std::uint32_t kSides = 2;
constexpr std::uint32_t kRoundsMost = 64;  // adversarial seeds could be split off one by one

void extend(SentenceRange& range, std::uint32_t sentence) {
  range.begin = std::min(range.begin, sentence);
  range.end = std::max(range.end, sentence + 1);
}

bool touches(SentenceRange range, std::uint32_t sentence) {
  return sentence + 1 >= range.begin && sentence <= range.end;
}

SentenceRange reach_of(SentenceRange range, std::uint32_t reach) {
  return {range.begin - std::min(range.begin, reach), range.end + reach};
}

bool holds(SentenceRange range, std::uint32_t sentence) {
  return sentence >= range.begin && sentence < range.end;
}

}  // namespace

void ClusterFinder::find(const LoosePair& pair, std::span<LooseSeed> seeds, std::uint32_t max_gap,
                         std::vector<LooseCluster>& out) {
  out.clear();
  sums_a_.assign(pair.weights.size(), 0);
  sums_b_.assign(pair.weights.size(), 0);
  pending_.clear();
  if (!seeds.empty()) pending_.push_back({0, seeds.size(), max_gap});
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    if (next.uncut == kSides || next.rounds == kRoundsMost) {
      judge(pair, seeds.subspan(next.begin, next.end - next.begin), next, out);
    } else {
      cut(seeds, next);
    }
  }
}

/// Cuts at the gaps of one side and puts the parts back, to be cut at those of the other, until neither side is cut.
/// The result is the same whichever side is cut first.
void ClusterFinder::cut(std::span<LooseSeed> seeds, const Pending& pending) {
  const auto place = [&](const LooseSeed& seed) { return pending.by_b ? seed.b : seed.a; };
  const std::span<LooseSeed> own = seeds.subspan(pending.begin, pending.end - pending.begin);
  std::sort(own.begin(), own.end(), [&](const LooseSeed& x, const LooseSeed& y) { return place(x) < place(y); });
  std::size_t begin = 0;
  for (std::size_t end = 1; end <= own.size(); ++end) {
    if (end < own.size() && place(own[end]) <= place(own[end - 1]) + 1 + pending.gap) continue;
    const bool is_whole = begin == 0 && end == own.size();
    pending_.push_back({pending.begin + begin, pending.begin + end, pending.gap, !pending.by_b,
                        is_whole ? pending.uncut + 1 : 1, is_whole ? pending.rounds : pending.rounds + 1});
    begin = end;
  }
}

void ClusterFinder::judge(const LoosePair& pair, std::span<const LooseSeed> seeds, const Pending& pending,
                          std::vector<LooseCluster>& out) {
  LooseCluster cluster{{seeds[0].a, seeds[0].a + 1}, {seeds[0].b, seeds[0].b + 1}};
  for (const LooseSeed& seed : seeds) {
    extend(cluster.a, seed.a);
    extend(cluster.b, seed.b);
  }
  cluster.similarity = fragment_cosine(pair, cluster.a, cluster.b);
  if (cluster.similarity >= options_.fragment_cosine) {
    out.push_back(cluster);
  } else if (pending.gap > 0) {
    pending_.push_back({pending.begin, pending.end, pending.gap - 1});
  }
}

double ClusterFinder::fragment_cosine(const LoosePair& pair, SentenceRange a, SentenceRange b) {
  touched_.clear();
  add_up(pair.a, a, sums_a_);
  add_up(pair.b, b, sums_b_);
  double products = 0;
  double squares_a = 0;
  double squares_b = 0;
  for (const std::uint32_t word : touched_) {
    const double in_a = static_cast<double>(sums_a_[word]);
    const double in_b = static_cast<double>(sums_b_[word]);
    products += in_a * in_b;
    squares_a += in_a * in_a;
    squares_b += in_b * in_b;
    sums_a_[word] = 0;  // a word that both have is touched twice but counts once
    sums_b_[word] = 0;
  }
  return products > 0 ? products / std::sqrt(squares_a * squares_b) : 0;
}

void ClusterFinder::add_up(const LooseSide& side, SentenceRange sentences, std::vector<float>& sums) {
  for (std::uint32_t i = side.first_weighted[sentences.begin]; i < side.first_weighted[sentences.end]; ++i) {
    const WeightedWord& word = side.weighted[i];
    if (sums[word.word] == 0) touched_.push_back(word.word);
    sums[word.word] += word.weight;
  }
}

void widen(LooseCluster& cluster, std::span<const LooseSeed> weak, const LooseOptions& options) {
  const SentenceRange reach_a = reach_of(cluster.a, options.weak_reach);
  const SentenceRange reach_b = reach_of(cluster.b, options.weak_reach);
  const auto begin = std::lower_bound(weak.begin(), weak.end(), reach_a.begin,
                                      [](const LooseSeed& seed, std::uint32_t a) { return seed.a < a; });
  bool has_grown = true;
  while (has_grown) {
    const LooseCluster before = cluster;
    for (auto seed = begin; seed != weak.end() && seed->a < reach_a.end; ++seed) {
      if (!holds(reach_b, seed->b) || !touches(cluster.a, seed->a) || !touches(cluster.b, seed->b)) continue;
      extend(cluster.a, seed->a);
      extend(cluster.b, seed->b);
    }
    has_grown = cluster != before;
  }
}

}  // namespace cento
