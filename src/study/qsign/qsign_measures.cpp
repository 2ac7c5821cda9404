#include "study/qsign/qsign_measures.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <iterator>
#include <limits>
#include <numeric>

#include "methods/qsign/reuse_options.hpp"
#include "methods/qsign/sentence_search.hpp"
#include "sign/bits/bit_blocks.hpp"
#include "study/share.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint32_t>::max();
constexpr std::array<unsigned, 11> kDistances = {0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16};

SentenceSearch search_of(const QsignBench& bench, double threshold) {
  return {OverlapFormula::normalised, threshold, &bench.frequencies, kNoLimit};
}

/// The mean seconds of `ask(query)`: over all queries, or as many as there is time for. In processor time, so that
/// other programs do not count.
template <typename Ask>
double mean_seconds(std::size_t queries, double most_seconds, const Ask& ask) {
  const std::clock_t start = std::clock();
  std::size_t asked = 0;
  double seconds = 0;
  while (asked < queries && seconds < most_seconds) {
    ask(asked++);
    seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }
  return asked > 0 ? seconds / static_cast<double>(asked) : 0;
}

/// Signatures of all sentences and their block keys.
struct Signatures {
  Signatures(const QsignBench& bench, const BitShape& shape, LocalExecutor& executor)
      : signer(shape.signature_bits, shape.word_bits), blocks(shape.signature_bits) {
    const WordSentences& sentences = bench.sentences;
    bits.resize(sentences.sentences());
    executor.for_each_range(bits.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) bits[i] = of(sentences.of(static_cast<std::uint32_t>(i)));
    });
    PlainVector<IndexKey> keys;
    PlainVector<std::uint64_t> own;
    for (std::uint32_t i = 0; i < bits.size(); ++i) {
      own.clear();
      if (!sentences.of(i).empty()) blocks.append_keys(bits[i], own);
      for (const std::uint64_t key : own) keys.push_back({key, i});
    }
    built = build_key_table(keys);
    table = built.view();
  }

  [[nodiscard]] BitSignature of(std::span<const std::uint64_t> words) const { return signer.sign({{}, words, {}, {}}); }

  BitSigner signer;
  BitBlocks blocks;
  PlainVector<BitSignature> bits;
  BuiltTable built;
  KeyTable table;
};

struct FoundPairs {
  double pairs = 0;
  double found = 0;

  void add(bool is_found) {
    ++pairs;
    found += is_found ? 1 : 0;
  }
};

/// Numbers of sentences by their distance in bits.
using Histogram = std::array<std::uint64_t, BitSigner::kMostBits + 1>;

std::uint64_t up_to(const Histogram& histogram, unsigned distance) {
  const std::size_t end = std::min<std::size_t>(distance + 1, histogram.size());
  return std::accumulate(histogram.begin(), histogram.begin() + static_cast<std::ptrdiff_t>(end), std::uint64_t{0});
}

/// One signature length: what is within which distance of the queries.
class CurveRun {
 public:
  CurveRun(const QsignBench& bench, const BitShape& shape, const QsignStudyOptions& options, LocalExecutor& executor)
      : bench_(bench), shape_(shape), options_(options), signatures_(bench, shape, executor) {
    choice_options_.threshold = options.threshold;
    choice_options_.recall = options.recall;
    count_candidates(executor);
    for (const TruePair& pair : bench.pairs) ++by_level_[level_of(pair.score)][distance_of(pair)];
  }

  [[nodiscard]] QsignCurve measure() {
    QsignCurve curve;
    curve.shape = shape_;
    for (const unsigned distance : kDistances) {
      if (distance <= shape_.signature_bits) curve.points.push_back(point(distance));
    }
    curve.choice = choice();
    return curve;
  }

 private:
  [[nodiscard]] const BitSignature& signature_of(std::size_t query) const {
    return signatures_.bits[bench_.queries[query]];
  }
  [[nodiscard]] std::size_t words_of(std::size_t query) const {
    return bench_.sentences.of(bench_.queries[query]).size();
  }
  [[nodiscard]] unsigned distance_of(const TruePair& pair) const {
    return static_cast<unsigned>(hamming_distance(signature_of(pair.query), signatures_.bits[pair.sentence]));
  }

  void count_candidates(LocalExecutor& executor) {
    candidates_.resize(bench_.queries.size());
    executor.for_each_range(candidates_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t query = begin; query < end; ++query) count_candidates(query);
    });
  }

  /// Sentences of the same document and those without words do not count.
  void count_candidates(std::size_t query) {
    Histogram& histogram = candidates_[query];
    const WordSentences& sentences = bench_.sentences;
    const std::uint32_t document = bench_.query_documents[query];
    for (std::uint32_t i = 0; i < sentences.sentences(); ++i) {
      const bool is_own = sentences.document_begins[document] <= i && i < sentences.document_begins[document + 1];
      if (is_own || sentences.begins[i] == sentences.begins[i + 1]) continue;
      ++histogram[static_cast<std::size_t>(hamming_distance(signature_of(query), signatures_.bits[i]))];
    }
  }

  [[nodiscard]] QsignPoint point(unsigned distance) {
    QsignPoint point;
    point.distance = distance;
    double found = 0;
    for (std::size_t level = 0; level < kQsignLevels; ++level) {
      const auto within = static_cast<double>(up_to(by_level_[level], distance));
      point.recall[level] = share(within, static_cast<double>(up_to(by_level_[level], BitSigner::kMostBits)));
      found += within;
    }
    for (std::size_t level = 0; level + 1 < kQsignLevels; ++level) {
      point.predicted[level] = predicted(least_of_level(level), distance);
    }
    double candidates = 0;
    for (const Histogram& histogram : candidates_) candidates += static_cast<double>(up_to(histogram, distance));
    point.total_recall = share(found, static_cast<double>(bench_.pairs.size()));
    point.precision = share(found, candidates);
    point.candidates = share(candidates, static_cast<double>(candidates_.size())).value_or(0);
    point.seconds = time([&](std::size_t) { return distance; }, kQsignLeastOverlap);
    return point;
  }

  /// The mean over the queries, for pairs that overlap by exactly `overlap`.
  [[nodiscard]] double predicted(double overlap, unsigned distance) const {
    double sum = 0;
    for (std::size_t query = 0; query < bench_.queries.size(); ++query) {
      const auto words = static_cast<double>(words_of(query));
      sum += most_difference_probability(shape_, words, words_apart(words, overlap), distance);
    }
    return share(sum, static_cast<double>(bench_.queries.size())).value_or(0);
  }

  [[nodiscard]] ReuseDistance chosen(std::size_t query) const {
    return distance_for(choice_options_, shape_, static_cast<double>(words_of(query)), options_.threshold);
  }

  [[nodiscard]] QsignChoice choice() {
    QsignChoice choice;
    const auto queries = static_cast<double>(std::max<std::size_t>(1, candidates_.size()));
    for (std::size_t query = 0; query < candidates_.size(); ++query) {
      const unsigned distance = chosen(query).bits;
      choice.mean_distance += distance / queries;
      choice.candidates += static_cast<double>(up_to(candidates_[query], distance)) / queries;
    }
    set_recall(choice);
    choice.seconds = time([&](std::size_t query) { return chosen(query).bits; }, options_.threshold);
    return choice;
  }

  void set_recall(QsignChoice& choice) const {
    double predicted = 0;
    FoundPairs all;
    FoundPairs as_long;
    for (const TruePair& pair : bench_.pairs) {
      if (pair.score < options_.threshold) continue;
      const ReuseDistance distance = chosen(pair.query);
      const bool is_found = distance_of(pair) <= distance.bits;
      predicted += distance.predicted_recall;
      all.add(is_found);
      if (is_predicted(pair)) as_long.add(is_found);
    }
    choice.predicted = share(predicted, all.pairs);
    choice.measured = share(all.found, all.pairs);
    choice.measured_as_long = share(as_long.found, as_long.pairs);
  }

  /// Whether as few words differ as the prediction assumes.
  [[nodiscard]] bool is_predicted(const TruePair& pair) const {
    const auto own = bench_.sentences.of(bench_.queries[pair.query]);
    const auto other = bench_.sentences.of(pair.sentence);
    PlainVector<std::uint64_t> differing;
    std::ranges::set_symmetric_difference(own, other, std::back_inserter(differing));
    return static_cast<double>(differing.size()) <= words_apart(static_cast<double>(own.size()), options_.threshold);
  }

  template <typename DistanceOf>
  [[nodiscard]] double time(const DistanceOf& distance_of, double threshold) {
    SentenceSearch search = search_of(bench_, threshold);
    const SignatureTable table{signatures_.table, std::span<const BitSignature>(signatures_.bits)};
    return mean_seconds(bench_.queries.size(), options_.seconds_a_run, [&](std::size_t query) {
      search.set_sentence(bench_.sentences.of(bench_.queries[query]));
      const BitSignature signature = signatures_.of(search.hashes());
      search.by_bits(bench_.segment, table, signatures_.blocks, signature, distance_of(query), hits_);
    });
  }

  const QsignBench& bench_;
  BitShape shape_;
  const QsignStudyOptions& options_;
  ReuseOptions choice_options_;
  Signatures signatures_;
  std::vector<Histogram> candidates_;               // of each query
  std::array<Histogram, kQsignLevels> by_level_{};  // the true pairs
  PlainVector<SentenceHit> hits_;
};

}  // namespace

std::size_t level_of(double score) {
  std::size_t level = 0;
  while (level + 1 < kQsignLevels && score <= least_of_level(level)) ++level;
  return level;
}

double least_of_level(std::size_t level) {
  constexpr std::array<double, kQsignLevels> kLeast = {0.9, 0.8, 0.7, 0.6, kQsignLeastOverlap};
  return kLeast[level];
}

std::vector<TruePair> true_pairs(const QsignBench& bench, LocalExecutor& executor) {
  std::vector<std::vector<TruePair>> found(bench.queries.size());
  executor.for_each_range(bench.queries.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    SentenceSearch search = search_of(bench, kQsignLeastOverlap);
    PlainVector<SentenceHit> hits;
    for (std::size_t query = begin; query < end; ++query) {
      search.set_sentence(bench.sentences.of(bench.queries[query]));
      search.by_words(bench.segment, hits);
      for (const SentenceHit& hit : hits) {
        if (bench.segment.place_of(hit.position).document == bench.query_documents[query]) continue;
        found[query].push_back({static_cast<std::uint32_t>(query), hit.position, hit.score});
      }
    }
  });
  std::vector<TruePair> pairs;
  for (const auto& some : found) pairs.insert(pairs.end(), some.begin(), some.end());
  return pairs;
}

double time_scan(const QsignBench& bench, const QsignStudyOptions& options) {
  SentenceSearch search = search_of(bench, options.threshold);
  PlainVector<SentenceHit> hits;
  return mean_seconds(bench.queries.size(), options.seconds_a_run, [&](std::size_t query) {
    search.set_sentence(bench.sentences.of(bench.queries[query]));
    search.by_scan(bench.segment, hits);
  });
}

void time_words(const QsignBench& bench, const QsignStudyOptions& options, QsignResults& results) {
  SentenceSearch search = search_of(bench, options.threshold);
  PlainVector<SentenceHit> hits;
  double candidates = 0;
  double queries = 0;
  results.words_seconds = mean_seconds(bench.queries.size(), options.seconds_a_run, [&](std::size_t query) {
    search.set_sentence(bench.sentences.of(bench.queries[query]));
    candidates += static_cast<double>(search.by_words(bench.segment, hits).candidates);
    ++queries;
  });
  results.words_candidates = share(candidates, queries).value_or(0);
}

QsignCurve measure_curve(const QsignBench& bench, const BitShape& shape, const QsignStudyOptions& options,
                         LocalExecutor& executor) {
  return CurveRun(bench, shape, options, executor).measure();
}

}  // namespace cento
