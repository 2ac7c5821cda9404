#include "align/loose/loose_alignment.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "align/loose/loose_clusters.hpp"
#include "align/loose/loose_edges.hpp"
#include "align/loose/loose_seeds.hpp"
#include "cento/error.hpp"

namespace cento {

namespace {

std::uint32_t overlap(WordRange x, WordRange y) {
  const std::uint32_t begin = std::max(x.begin, y.begin);
  const std::uint32_t end = std::min(x.end, y.end);
  return end > begin ? end - begin : 0;
}

/// The overlap of two ranges as a share of their union.
double shared_part(WordRange x, WordRange y) {
  const double both = overlap(x, y);
  return both / (x.size() + y.size() - both);
}

/// How good a match is: similar and long.
double quality(const LooseMatch& match) {
  return match.similarity * (match.a.size() + match.b.size());
}

/// Whether `x` comes first by its content, so that ties are broken alike whichever text is named first.
bool comes_first(const LooseText& x, const LooseText& y) {
  const auto [in_x, in_y] = std::mismatch(x.words.begin(), x.words.end(), y.words.begin(), y.words.end());
  if (in_x != x.words.end() && in_y != y.words.end()) return *in_x < *in_y;
  if (x.words.size() != y.words.size()) return x.words.size() < y.words.size();
  return std::lexicographical_compare(
      x.bytes.begin(), x.bytes.end(), y.bytes.begin(), y.bytes.end(),
      [](Span s, Span t) { return std::pair(s.begin, s.end) < std::pair(t.begin, t.end); });
}

void check(const LooseOptions& options) {
  if (options.min_sentence_words == 0 || options.max_sentence_words < options.min_sentence_words) {
    throw UsageError("min_sentence_words must be at least 1 and at most max_sentence_words");
  }
  if (!(options.background > 0 && options.background < 1) || !(options.background_weight > 0)) {
    throw UsageError("background must be between 0 and 1, and background_weight greater than 0");
  }
}

std::uint32_t bytes_of(const LooseText& text, WordRange words) {
  return text.bytes[words.end - 1].end - text.bytes[words.begin].begin;
}

/// The sentence of the text that a word is in.
std::uint32_t sentence_of(const LooseText& text, std::uint32_t word) {
  const auto behind =
      std::upper_bound(text.sentences.begin(), text.sentences.end(), word,
                       [](std::uint32_t place, const Sentence& sentence) { return place < sentence.first_token; });
  return static_cast<std::uint32_t>(behind - text.sentences.begin()) - 1;
}

/// The position of words in the text; a side that begins or ends with a sentence includes its punctuation.
PassageSide side_of(const LooseText& text, WordRange words) {
  PassageSide side;
  side.sentences = {sentence_of(text, words.begin), sentence_of(text, words.end - 1) + 1};
  side.bytes = {text.bytes[words.begin].begin, text.bytes[words.end - 1].end};
  const Sentence& first = text.sentences[side.sentences.begin];
  const Sentence& last = text.sentences[side.sentences.end - 1];
  if (words.begin == first.first_token) side.bytes.begin = std::min(side.bytes.begin, first.bytes.begin);
  if (words.end == last.first_token + last.token_count) side.bytes.end = std::max(side.bytes.end, last.bytes.end);
  return side;
}

void sort_by_place(std::vector<Passage>& passages) {
  const auto place = [](const Passage& passage) {
    return std::tuple(passage.a.bytes.begin, passage.b.bytes.begin, passage.a.bytes.end, passage.b.bytes.end);
  };
  std::sort(passages.begin(), passages.end(), [&](const Passage& x, const Passage& y) { return place(x) < place(y); });
}

}  // namespace

LooseLimits& LooseLimits::operator+=(const LooseLimits& other) {
  words += other.words;
  seeds += other.seeds;
  clusters += other.clusters;
  return *this;
}

class LooseAligner::State {
 public:
  explicit State(const LooseOptions& options)
      : options_(options), seed_finder_(options), cluster_finder_(options), trimmer_(options) {
    check(options);
  }

  LooseLimits align(const LooseText& a, const LooseText& b, std::vector<Passage>& out) {
    out.clear();
    limits_ = {};
    if (is_too_short(a) || is_too_short(b)) return limits_;
    pair_.assign(a, b, options_);
    seed_finder_.find(pair_, seeds_);
    limits_.words = seeds_.words_left_out;
    limits_.seeds = seeds_.seeds_left_out;
    if (seeds_.seeds.empty()) return limits_;
    keep_best_seeds(pair_, seeds_.seeds, options_.least_of_best, chosen_);
    ordered_ = chosen_;
    find_matches(a, b, ordered_, options_.max_gap, false, matches_);
    if (options_.summaries) prefer_summary(a, b);
    for (const LooseMatch& match : matches_) add_passage(a, b, match, out);
    sort_by_place(out);
    return limits_;
  }

 private:
  /// Whether a text is too short for any passage.
  [[nodiscard]] bool is_too_short(const LooseText& text) const {
    if (text.words.empty()) return true;
    return bytes_of(text, {0, static_cast<std::uint32_t>(text.words.size())}) < options_.min_bytes;
  }

  /// From seeds to matches: cluster, widen, trim, join, and keep the best of those that overlap.
  void find_matches(const LooseText& a, const LooseText& b, std::span<LooseSeed> seeds, std::uint32_t max_gap,
                    bool credits_all, std::vector<LooseMatch>& out) {
    cluster_finder_.find(pair_, seeds, max_gap, clusters_);
    keep_best_clusters();
    out.clear();
    for (LooseCluster& cluster : clusters_) {
      widen(cluster, seeds_.weak, options_);
      LooseMatch match{pair_.a.words_of(cluster.a.begin, cluster.a.end - 1),
                       pair_.b.words_of(cluster.b.begin, cluster.b.end - 1), cluster.similarity};
      trimmer_.trim(pair_, credits_all, match);
      out.push_back(match);
    }
    merge_near(options_.merge_words, out);
    keep_best_matches(out);
    std::erase_if(out, [&](const LooseMatch& match) {
      return bytes_of(a, match.a) < options_.min_bytes || bytes_of(b, match.b) < options_.min_bytes;
    });
  }

  void keep_best_clusters() {
    if (clusters_.size() <= options_.max_clusters) return;
    limits_.clusters += clusters_.size() - options_.max_clusters;
    std::sort(clusters_.begin(), clusters_.end(), [](const LooseCluster& x, const LooseCluster& y) {
      const auto worth = [](const LooseCluster& c) { return c.similarity * (c.a.size() + c.b.size()); };
      return std::tuple(-worth(x), x.a.begin, x.b.begin) < std::tuple(-worth(y), y.a.begin, y.b.begin);
    });
    clusters_.resize(options_.max_clusters);
  }

  /// Whether two matches have the same stretch on one side and different ones on the other: a text that was pasted
  /// twice.
  [[nodiscard]] bool is_repeat(const LooseMatch& match, const LooseMatch& better) const {
    const double in_a = shared_part(match.a, better.a);
    const double in_b = shared_part(match.b, better.b);
    return std::min(in_a, in_b) == 0 && std::max(in_a, in_b) >= options_.repeat_overlap &&
           match.similarity >= options_.repeat_similarity * better.similarity;
  }

  /// Of matches that overlap on a side, keeps the best.
  void keep_best_matches(std::vector<LooseMatch>& matches) const {
    std::sort(matches.begin(), matches.end(), [](const LooseMatch& x, const LooseMatch& y) {
      return std::tuple(-quality(x), x.a.begin, x.b.begin) < std::tuple(-quality(y), y.a.begin, y.b.begin);
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      const LooseMatch match = matches[i];
      const auto covers = [&](const LooseMatch& better) {
        return (overlap(match.a, better.a) > 0 || overlap(match.b, better.b) > 0) && !is_repeat(match, better);
      };
      if (std::none_of(matches.begin(), matches.begin() + static_cast<std::ptrdiff_t>(kept), covers)) {
        matches[kept++] = match;
      }
    }
    matches.resize(kept);
  }

  void prefer_summary(const LooseText& a, const LooseText& b) {
    ordered_ = seeds_.seeds;
    find_matches(a, b, ordered_, options_.summary_gap, true, summary_);
    const auto [summary_a, summary_b] = covered(a, b, summary_);
    const auto [usual_a, usual_b] = covered(a, b, matches_);
    const bool a_is_short = summary_a < summary_b;
    const auto shorter = static_cast<double>(a_is_short ? summary_a : summary_b);
    const auto longer = static_cast<double>(a_is_short ? summary_b : summary_a);
    const auto usual = static_cast<double>(a_is_short ? usual_a : usual_b);
    if (shorter * options_.summary_ratio < longer && shorter > options_.summary_gain * usual) matches_.swap(summary_);
  }

  /// The bytes that matches cover in both texts.
  static std::pair<std::uint64_t, std::uint64_t> covered(const LooseText& a, const LooseText& b,
                                                         const std::vector<LooseMatch>& matches) {
    std::pair<std::uint64_t, std::uint64_t> bytes;
    for (const LooseMatch& match : matches) {
      bytes.first += bytes_of(a, match.a);
      bytes.second += bytes_of(b, match.b);
    }
    return bytes;
  }

  void add_passage(const LooseText& a, const LooseText& b, const LooseMatch& match, std::vector<Passage>& out) const {
    Passage passage;
    double similarity = 0;
    const auto first_a = pair_.a.sentence_of(match.a.begin);
    auto seed = std::lower_bound(chosen_.begin(), chosen_.end(), first_a,
                                 [](const LooseSeed& s, std::size_t sentence) { return s.a < sentence; });
    for (; seed != chosen_.end() && pair_.a.sentences[seed->a].begin < match.a.end; ++seed) {
      if (overlap(pair_.b.sentences[seed->b], match.b) == 0) continue;
      ++passage.matched;
      similarity += static_cast<double>(seed->similarity);
    }
    if (passage.matched == 0) return;
    passage.similarity = similarity / passage.matched;
    passage.a = side_of(a, match.a);
    passage.b = side_of(b, match.b);
    out.push_back(passage);
  }

  LooseOptions options_;
  SeedFinder seed_finder_;
  ClusterFinder cluster_finder_;
  EdgeTrimmer trimmer_;
  LoosePair pair_;
  LooseSeeds seeds_;
  std::vector<LooseSeed> chosen_;   // the best of the seeds
  std::vector<LooseSeed> ordered_;  // as clustering left them
  std::vector<LooseCluster> clusters_;
  std::vector<LooseMatch> matches_;
  std::vector<LooseMatch> summary_;
  LooseLimits limits_;
};

LooseAligner::LooseAligner(const LooseOptions& options) : state_(std::make_unique<State>(options)) {}
LooseAligner::~LooseAligner() = default;
LooseAligner::LooseAligner(LooseAligner&&) noexcept = default;

LooseLimits LooseAligner::align(const LooseText& a, const LooseText& b, std::vector<Passage>& out) {
  if (comes_first(a, b)) return state_->align(a, b, out);
  const LooseLimits limits = state_->align(b, a, out);
  for (Passage& passage : out) std::swap(passage.a, passage.b);
  sort_by_place(out);
  return limits;
}

}  // namespace cento
