#include "align/chains.hpp"

#include <algorithm>
#include <tuple>

namespace cento {

namespace {

bool holds(const SentenceRange& outer, const SentenceRange& inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

void ChainFinder::find(std::span<const SentenceMatch> cells, const ChainOptions& options, PlainVector<Chain>& out) {
  options_ = options;
  runs_.make(cells);
  find_chains(out);
}

void ChainFinder::find(const FoundRuns& found, const ChainOptions& options, PlainVector<Chain>& out) {
  options_ = options;
  runs_.make(found);
  find_chains(out);
}

void ChainFinder::find_chains(PlainVector<Chain>& out) {
  find_links();
  kept_.clear();
  keep_unlinked();
  if (!links_.empty()) {
    take_chains(Deciding::a, by_a_);
    if (links_leave_choice()) {
      take_chains(Deciding::b, by_b_);
      keep_uncovered(by_a_, by_b_);
      keep_uncovered(by_b_, by_a_);
    } else {
      for (const ScoredChain& chain : by_a_.chains) keep(chain);
    }
  }
  write_kept(out);
}

ChainFinder::Score ChainFinder::score_of(std::uint32_t run, std::uint32_t skipped_cells) const {
  return {runs_[run].length - skipped_cells, runs_.similarity_sum(runs_[run], skipped_cells)};
}

void ChainFinder::find_links() {
  links_.clear();
  is_linked_.assign(runs_.size(), 0);
  if (options_.max_gap == 0) return;
  runs_.for_each_link(options_.max_gap, [&](std::uint32_t run, std::uint32_t next) {
    links_.push_back({run, next, score_of(next, overlap(runs_[run], runs_[next]))});
    is_linked_[run] = 1;
    is_linked_[next] = 1;
  });
  // A run that follows another ends after it, so in this order all links to a run come before the links from it.
  std::sort(links_.begin(), links_.end(), [&](const Link& x, const Link& y) {
    return std::tuple(runs_[x.run].end_a(), x.run, x.next) < std::tuple(runs_[y.run].end_a(), y.run, y.next);
  });
}

void ChainFinder::keep(const ScoredChain& chain) {
  if (chain.score.matched >= options_.min_sentences) kept_.push_back(chain);
}

/// A run without links is a chain by itself.
void ChainFinder::keep_unlinked() {
  for (std::uint32_t run = 0; run < runs_.size(); ++run) {
    if (is_linked_[run] != 0) continue;
    const DiagonalRun& alone = runs_[run];
    keep({{alone.a, alone.end_a()}, {alone.b, alone.end_b()}, score_of(run, 0), run});
  }
}

/// Whether a run has two links to other runs, or two from other runs.
bool ChainFinder::links_leave_choice() {
  seeds_.assign(runs_.size(), kNone);  // which run each follows
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (i > 0 && links_[i].run == links_[i - 1].run) return true;
    if (seeds_[links_[i].next] != kNone) return true;
    seeds_[links_[i].next] = links_[i].run;
  }
  return false;
}

/// Whether `x` begins before `y` on the side that decides.
bool ChainFinder::begins_first(std::uint32_t x, std::uint32_t y) const {
  const DiagonalRun& one = runs_[x];
  const DiagonalRun& other = runs_[y];
  return deciding_ == Deciding::a ? std::tie(one.a, one.b) < std::tie(other.a, other.b)
                                  : std::tie(one.b, one.a) < std::tie(other.b, other.a);
}

void ChainFinder::improve(Way& way, const Score& score, std::uint32_t through) const {
  const bool is_better = way.score < score;
  const bool is_first = score == way.score && way.next != kNone && begins_first(through, way.next);
  if (is_better || is_first) way = {score, through};
}

void ChainFinder::find_ways() {
  before_.resize(runs_.size());
  behind_.assign(runs_.size(), {{}, kNone});
  for (std::uint32_t run = 0; run < runs_.size(); ++run) before_[run] = {score_of(run, 0), kNone};
  for (const Link& link : links_) improve(before_[link.next], before_[link.run].score + link.gain, link.run);
  for (std::size_t i = links_.size(); i-- > 0;) {
    improve(behind_[links_[i].run], links_[i].gain + behind_[links_[i].next].score, links_[i].next);
  }
}

void ChainFinder::order_seeds() {
  seeds_.clear();
  for (std::uint32_t run = 0; run < runs_.size(); ++run) {
    if (is_linked_[run] != 0) seeds_.push_back(run);
  }
  std::sort(seeds_.begin(), seeds_.end(), [&](std::uint32_t x, std::uint32_t y) {
    const Score through_x = before_[x].score + behind_[x].score;
    const Score through_y = before_[y].score + behind_[y].score;
    return through_x != through_y ? through_y < through_x : begins_first(x, y);
  });
}

void ChainFinder::take_chains(Deciding side, Result& result) {
  deciding_ = side;
  find_ways();
  order_seeds();
  result.chains.clear();
  result.chain_of.assign(runs_.size(), kNone);
  for (const std::uint32_t seed : seeds_) {
    if (result.chain_of[seed] == kNone) take_chain(seed, result);
  }
}

void ChainFinder::take_chain(std::uint32_t seed, Result& result) const {
  const auto is_free = [&](std::uint32_t run) { return run != kNone && result.chain_of[run] == kNone; };
  const auto chain = static_cast<std::uint32_t>(result.chains.size());
  std::uint32_t first = seed;
  while (is_free(before_[first].next)) {
    result.chain_of[first] = chain;
    first = before_[first].next;
  }
  result.chain_of[first] = chain;
  Score score = score_of(first, 0);
  // The path up to `seed` uses the links to each run, the path from it the links from each run.
  std::uint32_t last = seed;
  for (std::uint32_t run = seed; run != first; run = before_[run].next) {
    score = score + score_of(run, overlap(runs_[before_[run].next], runs_[run]));
  }
  while (is_free(behind_[last].next)) {
    const std::uint32_t next = behind_[last].next;
    score = score + score_of(next, overlap(runs_[last], runs_[next]));
    result.chain_of[next] = chain;
    last = next;
  }
  result.chains.push_back({{runs_[first].a, runs_[last].end_a()}, {runs_[first].b, runs_[last].end_b()}, score, first});
}

/// Keeps the chains of a result that are not covered by a larger or better chain of the other.
void ChainFinder::keep_uncovered(const Result& result, const Result& other) {
  for (const ScoredChain& chain : result.chains) {
    const ScoredChain& rival = other.chains[other.chain_of[chain.first_run]];
    const bool is_covered = holds(rival.a, chain.a) && holds(rival.b, chain.b);
    const bool is_alike = rival.a == chain.a && rival.b == chain.b && !(chain.score < rival.score);
    if (!is_covered || is_alike) keep(chain);
  }
}

void ChainFinder::write_kept(PlainVector<Chain>& out) const {
  out.clear();
  for (const ScoredChain& chain : kept_) {
    const auto matched = static_cast<std::uint32_t>(chain.score.matched);
    out.push_back({chain.a, chain.b, matched, mean_similarity(chain.score.similarity_sum, matched)});
  }
  const auto place = [](const Chain& chain) {
    return std::tuple(chain.a.begin, chain.b.begin, chain.a.end, chain.b.end, chain.matched, chain.similarity);
  };
  std::sort(out.begin(), out.end(), [&](const Chain& x, const Chain& y) { return place(x) < place(y); });
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace cento
