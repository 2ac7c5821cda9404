#include "study/qsign/qsign_study.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/hash/mix64.hpp"
#include "core/parallel/executor.hpp"
#include "study/qsign/qsign_measures.hpp"
#include "study/qsign/word_sentences.hpp"

namespace cento {

namespace {

constexpr std::array<unsigned, 4> kSignatureBits = {16, 32, 64, 128};

void check(const QsignStudyOptions& options) {
  if (options.queries == 0 || options.query_sentences == 0) {
    throw UsageError("a study needs at least one query document and sentence");
  }
  if (!(options.threshold >= kQsignLeastOverlap && options.threshold <= 1)) {
    throw UsageError(fmt::format("`threshold` must be from {} to 1, not {}", kQsignLeastOverlap, options.threshold));
  }
  if (options.recall > 0 && options.recall <= 1) return;
  throw UsageError(fmt::format("`recall` must be greater than 0 and at most 1, not {}", options.recall));
}

/// Randomly drawn documents, the same ones each time, ascending.
std::vector<std::uint32_t> drawn_documents(std::uint32_t documents, std::uint32_t wanted) {
  std::vector<std::uint32_t> all(documents);
  for (std::uint32_t i = 0; i < documents; ++i) all[i] = i;
  const auto end = all.begin() + std::min(documents, wanted);
  std::partial_sort(all.begin(), end, all.end(),
                    [](std::uint32_t a, std::uint32_t b) { return mix64(a + 1) < mix64(b + 1); });
  all.erase(end, all.end());
  std::sort(all.begin(), all.end());
  return all;
}

void draw_queries(QsignBench& bench, const QsignStudyOptions& options, QsignResults& results) {
  const WordSentences& sentences = bench.sentences;
  for (const std::uint32_t document : drawn_documents(sentences.documents(), options.queries)) {
    ++results.query_documents;
    for (std::uint32_t i = sentences.document_begins[document]; i < sentences.document_begins[document + 1]; ++i) {
      if (bench.queries.size() == options.query_sentences) return;
      if (sentences.of(i).size() < std::max(1U, options.min_words)) continue;
      bench.queries.push_back(i);
      bench.query_documents.push_back(document);
      results.mean_words += static_cast<double>(sentences.of(i).size());
    }
  }
}

}  // namespace

class QsignStudy::State {
 public:
  explicit State(const QsignStudyOptions& options) : options_(options), executor_(options.threads, 0, "") {
    check(options);
  }

  void add(const WordSentences& batch) { sentences_.add(batch); }

  QsignResults finish() {
    QsignResults results;
    const DocumentFrequencies frequencies = word_frequencies(sentences_);
    const std::shared_ptr<const Segment> segment = word_segment(sentences_, options_.threads);
    QsignBench bench{sentences_, frequencies, *segment, {}, {}, {}};
    draw_queries(bench, options_, results);
    results.documents = sentences_.documents();
    results.sentences = sentences_.sentences();
    results.dictionary = frequencies.size();
    results.query_sentences = bench.queries.size();
    results.mean_words /= static_cast<double>(std::max<std::size_t>(1, bench.queries.size()));
    bench.pairs = true_pairs(bench, executor_);
    for (const TruePair& pair : bench.pairs) ++results.pairs[level_of(pair.score)];
    results.scan_seconds = time_scan(bench, options_);
    time_words(bench, options_, results);
    for (const unsigned bits : kSignatureBits) {
      const BitShape shape{bits, usual_word_bits(bits, frequencies.size())};
      results.curves.push_back(measure_curve(bench, shape, options_, executor_));
    }
    return results;
  }

 private:
  QsignStudyOptions options_;
  LocalExecutor executor_;
  WordSentences sentences_;
};

QsignStudy::QsignStudy(const QsignStudyOptions& options) : state_(std::make_unique<State>(options)) {}
QsignStudy::~QsignStudy() = default;

std::shared_ptr<WordSentences> QsignStudy::sign(const DocumentBatch& batch) {
  auto sentences = std::make_shared<WordSentences>();
  sentences->add(batch);
  return sentences;
}

void QsignStudy::add(const WordSentences& batch) {
  state_->add(batch);
}

QsignResults QsignStudy::finish() {
  return state_->finish();
}

}  // namespace cento
