#include "methods/compare/pair_comparison.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "align/edges.hpp"
#include "cento/error.hpp"
#include "join/exact_join.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kJoinBytes = std::uint64_t{256} << 20;

/// The highest number of matches that a pair of classes may have if all its matches are to be listed.
std::uint64_t most_matches_of_a_pair(std::vector<std::uint64_t> counts) {
  std::sort(counts.begin(), counts.end());
  std::uint64_t sum = 0;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < counts.size();) {
    const auto equal = std::upper_bound(counts.begin() + static_cast<std::ptrdiff_t>(i), counts.end(), counts[i]);
    const auto next = static_cast<std::size_t>(equal - counts.begin());
    sum += counts[i] * (next - i);
    if (sum > PairComparer::kMatchesMost) break;
    most = counts[i];
    i = next;
  }
  return most;
}

bool have_same_words(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const AnalyzedPart& x, const AnalyzedPart& y) {
    return x.analyzed->tokens.hashes == y.analyzed->tokens.hashes;
  });
}

PassageSide whole_sentences(const AnalyzedText& text, const SentenceRange& range) {
  return {range, {text.sentences[range.begin].bytes.begin, text.sentences[range.end - 1].bytes.end}};
}

void sort_by_place(std::vector<PartPassage>& passages) {
  std::sort(passages.begin(), passages.end(), [](const PartPassage& x, const PartPassage& y) {
    const auto place = [](const PartPassage& found) {
      const Passage& passage = found.passage;
      return std::tuple(found.part_a, passage.a.bytes.begin, found.part_b, passage.b.bytes.begin, passage.a.bytes.end,
                        passage.b.bytes.end);
    };
    return place(x) < place(y);
  });
}

}  // namespace

PairComparer::PairComparer(const PassageOptions& options, const SignerContext& context) : options_(options) {
  if (options.match != SentenceMatching::exact) signer_ = make_feature_signer(options.signature, context);
}

PairComparison PairComparer::compare(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b) {
  PairComparison result;
  result.same_words = have_same_words(a, b);
  {
    const SentenceClasses classes(a, b);
    match_classes(classes, result);
    list_matches(classes, result);
  }
  find_passages(a, b, result);
  if (options_.match == SentenceMatching::loose) add_loose_passages(a, b, result);
  measure(a, b, result);
  return result;
}

void PairComparer::measure(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b,
                           PairComparison& result) const {
  SharedWords shared(a, b);
  for (const PartPassage& passage : result.passages) shared.add(passage);
  result.a = whole_amount(a);
  result.b = whole_amount(b);
  result.a.shared_words = shared.in_a();
  result.b.shared_words = shared.in_b();
  std::vector<SentencePlace> matched_a;
  std::vector<SentencePlace> matched_b;
  for (const PartMatch& found : matches_) {
    matched_a.push_back({found.part_a, found.match.a});
    matched_b.push_back({found.part_b, found.match.b});
  }
  result.a.lone_sentences = count_outside(std::move(matched_a), ComparedSide::a, result.passages);
  result.b.lone_sentences = count_outside(std::move(matched_b), ComparedSide::b, result.passages);
}

/// Adds what the parts share in other words, and drops what lies within other passages: of the same passage found both
/// ways, the one with matching sentences stays.
void PairComparer::add_loose_passages(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b,
                                      PairComparison& result) {
  std::vector<PartPassage> loose;
  std::vector<Passage> found;
  LooseWords words_a;
  LooseWords words_b;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    words_a.clear();
    loose_words_.make(a[i].text, words_a);
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      words_b.clear();
      loose_words_.make(b[j].text, words_b);
      loose_aligner_.align(words_a.text(), words_b.text(), found);
      for (const Passage& passage : found) loose.push_back({i, j, passage});
    }
  }
  const auto lies_in_one = [](const PartPassage& passage, const std::vector<PartPassage>& others, bool may_be_equal) {
    return std::any_of(others.begin(), others.end(), [&](const PartPassage& other) {
      return passage.part_a == other.part_a && passage.part_b == other.part_b &&
             lies_within(passage.passage, other.passage) &&
             (may_be_equal || !lies_within(other.passage, passage.passage));
    });
  };
  std::erase_if(loose, [&](const PartPassage& passage) { return lies_in_one(passage, result.passages, true); });
  std::erase_if(result.passages, [&](const PartPassage& passage) { return lies_in_one(passage, loose, false); });
  result.passages.insert(result.passages.end(), loose.begin(), loose.end());
  sort_by_place(result.passages);
}

void PairComparer::match_classes(const SentenceClasses& classes, PairComparison& result) {
  matching_.clear();
  for (std::uint32_t number = 0; number < classes.size(); ++number) matching_.push_back({number, number, 1});
  if (signer_) match_near_classes(classes, result);
  std::erase_if(matching_, [&](const MatchingClasses& pair) {
    return classes.in_a(pair.a).empty() || classes.in_b(pair.b).empty();
  });
}

void PairComparer::match_near_classes(const SentenceClasses& classes, PairComparison& result) {
  FeatureStore sets(kJoinBytes, "");
  Features features;
  for (std::size_t number = 0; number < classes.size(); ++number) {
    features.clear();
    signer_->sign(classes.tokens_of(number), features);
    set_maker_.make_set(features);
    sets.add(features);
  }
  LocalExecutor executor(1, kJoinBytes, "");
  JoinOptions joining;
  joining.threshold = options_.threshold;
  const JoinResult joined = exact_join(sets, joining, executor);
  result.left_out_features = joined.counts.capped_features;
  for (const SimilarPair& pair : joined.pairs) {
    matching_.push_back({pair.a, pair.b, static_cast<float>(pair.similarity())});
    matching_.push_back({pair.b, pair.a, static_cast<float>(pair.similarity())});
  }
}

void PairComparer::list_matches(const SentenceClasses& classes, PairComparison& result) {
  const auto count_of = [&](const MatchingClasses& pair) {
    return std::uint64_t{classes.in_a(pair.a).size()} * classes.in_b(pair.b).size();
  };
  std::vector<std::uint64_t> counts(matching_.size());
  std::transform(matching_.begin(), matching_.end(), counts.begin(), count_of);
  const std::uint64_t most = most_matches_of_a_pair(std::move(counts));
  matches_.clear();
  const auto add = [&](const SentencePlace& a, const SentencePlace& b, float similarity) {
    matches_.push_back({a.part, b.part, {a.sentence, b.sentence, similarity}});
  };
  for (const MatchingClasses& pair : matching_) {
    const std::span<const SentencePlace> in_a = classes.in_a(pair.a);
    const std::span<const SentencePlace> in_b = classes.in_b(pair.b);
    if (count_of(pair) > most) {
      const std::size_t both = std::min(in_a.size(), in_b.size());
      for (std::size_t i = 0; i < both; ++i) add(in_a[i], in_b[i], pair.similarity);
      result.left_out_matches += count_of(pair) - both;
      continue;
    }
    for (const SentencePlace& a : in_a) {
      for (const SentencePlace& b : in_b) add(a, b, pair.similarity);
    }
  }
  std::sort(matches_.begin(), matches_.end(), [](const PartMatch& x, const PartMatch& y) {
    return std::tie(x.part_a, x.part_b) < std::tie(y.part_a, y.part_b);
  });
}

void PairComparer::find_passages(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b,
                                 PairComparison& result) {
  for (std::size_t i = 0; i < matches_.size();) {
    const PartMatch& first = matches_[i];
    cells_.clear();
    for (; i < matches_.size() && matches_[i].part_a == first.part_a && matches_[i].part_b == first.part_b; ++i) {
      cells_.push_back(matches_[i].match);
    }
    chain_finder_.find(cells_, {options_.min_sentences, options_.max_gap}, chains_);
    for (const Chain& chain : chains_) {
      const Passage passage = passage_of(chain, *a[first.part_a].analyzed, *b[first.part_b].analyzed);
      result.passages.push_back({first.part_a, first.part_b, passage});
    }
  }
  sort_by_place(result.passages);
}

Passage PairComparer::passage_of(const Chain& chain, const AnalyzedText& a, const AnalyzedText& b) const {
  Passage passage{whole_sentences(a, chain.a), whole_sentences(b, chain.b), chain.matched, chain.similarity};
  if (options_.edges == PassageEdges::word) move_edges(a, b, {}, passage);
  return passage;
}

}  // namespace cento
