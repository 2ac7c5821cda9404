// How long an index takes to answer queries of twenty sentences, one after the other, on one thread:
//   index_ask DIR INPUT [QUESTIONS]
// prints {"open_s": …, "documents": …, "sentences": …, "blog": {"median_us", "p99_us", "results"}, "passages": …,
// "similar": …, "words": …, "qsign": …}. What the index does not keep is left out. The last two are about reused
// sentences; "predicted_recall" is qsign's, "measured_recall" the share of what word lists find, among sentences that
// are not identical, for some sentences of the questions. "words" uses a hundred of the questions.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "index/index_view.hpp"
#include "index_questions.hpp"
#include "methods/ask/index_digester.hpp"
#include "methods/ask/index_questions.hpp"
#include "methods/qsign/sentence_reuse.hpp"
#include "text/analysis.hpp"

namespace {

using cento::IndexAnswer;
using cento::IndexAsker;
using cento::Part;
using cento::QuestionOptions;

struct Kind {
  const char* name;
  bool is_kept;
  QuestionOptions options;
  std::uint64_t (*results)(const IndexAnswer&);
};

std::vector<Kind> kinds_of(const cento::IndexOptions& index) {
  QuestionOptions nothing;
  nothing.documents = nothing.passages = nothing.blog = false;
  QuestionOptions blog = nothing;
  blog.blog = true;
  QuestionOptions passages = nothing;
  passages.passages = true;
  QuestionOptions similar = nothing;
  similar.documents = true;
  return {
      {"blog", index.blog, blog, [](const IndexAnswer& a) -> std::uint64_t { return a.is_blog_duplicate ? 1 : 0; }},
      {"passages", index.passages, passages, [](const IndexAnswer& a) -> std::uint64_t { return a.passages.size(); }},
      {"similar", index.documents, similar, [](const IndexAnswer& a) -> std::uint64_t { return a.similar.size(); }}};
}

std::vector<std::string> sentences_of(const std::vector<std::string>& questions) {
  std::vector<std::string> all;
  cento::TextAnalyzer analyzer;
  cento::AnalyzedText analyzed;
  for (const std::string& question : questions) {
    analyzer.analyze(question, analyzed);
    for (const cento::Sentence& sentence : analyzed.sentences) all.emplace_back(sentence.bytes.of(question));
  }
  return all;
}

/// `count` of them, chosen at random, so that first and later sentences of documents are equally likely.
std::vector<std::string> some_of(std::vector<std::string> texts, std::size_t count) {
  std::mt19937 lot(1);  // NOLINT(*-msc51-cpp): the same every time
  std::shuffle(texts.begin(), texts.end(), lot);
  if (texts.size() > count) texts.resize(count);
  return texts;
}

cento::ReuseOptions reuse_by(cento::ReuseWay way) {
  cento::ReuseOptions options;
  options.way = way;
  return options;
}

void print_reuse_latency(const char* name, cento::ReuseFinder& finder, const std::vector<std::string>& questions) {
  cento::ReuseAnswer answer;
  cento::AnalyzedDocument document;
  const auto ask = [&](const std::string& text) {
    const Part part{"text", text};
    document.set(std::span(&part, 1));
    finder.ask(document, 0, answer);
    return answer.reused.size();
  };
  std::printf(",");
  cento::bench::print_latency(name, cento::bench::time_questions(questions, ask));
}

/// The number of words, on both sides together, that a sentence and one found to overlap with it do not share. The
/// score is (c / n)² with c shared words of n: the benchmark has no statistics.
double other_words(const cento::IndexView& index, const cento::ReusedSentence& reused, double words) {
  const cento::Segment& segment = *index.segments()[reused.document.segment];
  const std::uint32_t first = segment.positions_of(reused.document.document, reused.part).begin;
  const double shared = std::round(words * std::sqrt(reused.score));
  return words + static_cast<double>(segment.words_of(first + reused.sentence).size()) - 2 * shared;
}

/// What is found for a sentence.
struct Found {
  std::size_t changed = 0;      // sentences with different words, but at most as many as d was chosen for
  double predicted_recall = 1;  // of these
  bool is_all = true;           // nothing was left out
};

Found ask_one(const cento::IndexView& index, cento::ReuseFinder& finder, double threshold, const std::string& text) {
  cento::ReuseAnswer answer;
  const Part part{"text", text};
  cento::AnalyzedDocument document(std::span(&part, 1));
  finder.ask(document, 0, answer);
  Found found{0, answer.predicted_recall, answer.counts.left_out == 0};
  if (answer.sentences.empty()) return found;
  const double words = answer.sentences.front().words;
  const double most = cento::words_apart(words, threshold);
  for (const cento::ReusedSentence& reused : answer.reused) {
    const double others = other_words(index, reused, words);
    if (others > 0 && others <= most) ++found.changed;
  }
  return found;
}

struct Recall {
  double predicted = 1;
  double measured = 1;
  std::size_t sentences = 0;
};

/// The mean recall of qsign over the sentences for which word lists find changed ones.
Recall recall_of(const std::shared_ptr<const cento::IndexView>& index, const std::vector<std::string>& sentences) {
  cento::ReuseOptions words = reuse_by(cento::ReuseWay::words);
  cento::ReuseOptions qsign = reuse_by(cento::ReuseWay::qsign);
  words.limit = qsign.limit = std::numeric_limits<std::uint32_t>::max();
  cento::ReuseFinder by_words(index, words);
  cento::ReuseFinder by_bits(index, qsign);
  Recall sum{0, 0, 0};
  for (const std::string& sentence : sentences) {
    const Found all = ask_one(*index, by_words, words.threshold, sentence);
    if (!all.is_all || all.changed == 0) continue;
    const Found found = ask_one(*index, by_bits, qsign.threshold, sentence);
    if (!found.is_all) continue;
    sum.measured += static_cast<double>(found.changed) / static_cast<double>(all.changed);
    sum.predicted += found.predicted_recall;
    ++sum.sentences;
  }
  if (sum.sentences == 0) return {};
  const auto count = static_cast<double>(sum.sentences);
  return {sum.predicted / count, sum.measured / count, sum.sentences};
}

/// Each way of finding reused sentences, and how many qsign finds.
void print_reuse(const std::shared_ptr<const cento::IndexView>& index, const std::vector<std::string>& questions) {
  constexpr std::size_t kSentences = 1000;
  constexpr std::size_t kWordQuestions = 100;  // it is slow
  const std::vector<std::string> sentences = sentences_of(questions);
  cento::ReuseFinder by_words(index, reuse_by(cento::ReuseWay::words));
  cento::ReuseFinder by_bits(index, reuse_by(cento::ReuseWay::qsign));
  print_reuse_latency("words", by_words, some_of(questions, kWordQuestions));
  print_reuse_latency("qsign", by_bits, questions);
  const Recall recall = recall_of(index, some_of(sentences, kSentences));
  std::printf(",\"predicted_recall\":%.3f,\"measured_recall\":%.3f,\"recall_sentences\":%zu", recall.predicted,
              recall.measured, recall.sentences);
}

void run(const std::string& folder, const std::string& input, std::size_t count) {
  const std::vector<std::string> questions = cento::bench::make_questions(input, count);
  const auto begin = cento::bench::Clock::now();
  const std::shared_ptr<const cento::IndexView> index = cento::open_index(folder, cento::index_digesters());
  const double open = cento::bench::seconds_since(begin);
  std::uint64_t sentences = 0;
  for (const auto& segment : index->segments()) sentences += segment->sentences();
  std::printf("{\"open_s\":%.4f,\"documents\":%llu,\"sentences\":%llu", open,
              static_cast<unsigned long long>(index->documents()), static_cast<unsigned long long>(sentences));
  for (const Kind& kind : kinds_of(index->options())) {
    if (!kind.is_kept) continue;
    IndexAsker asker(index, kind.options);
    IndexAnswer answer;
    cento::AnalyzedDocument document;
    std::printf(",");
    cento::bench::print_latency(kind.name, cento::bench::time_questions(questions, [&](const std::string& text) {
                                  const Part part{"text", text};
                                  document.set(std::span(&part, 1));
                                  asker.ask(document, 0, answer);
                                  return kind.results(answer);
                                }));
  }
  if (index->options().reuse) print_reuse(index, questions);
  std::printf("}\n");
}

}  // namespace

int main(int count, char** arguments) try {
  if (count < 3) {
    std::fputs("usage: index_ask DIR INPUT [QUESTIONS]\n", stderr);
    return 2;
  }
  constexpr std::size_t kQuestions = 1000;
  run(arguments[1], arguments[2], count > 3 ? std::strtoull(arguments[3], nullptr, 10) : kQuestions);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "index_ask: %s\n", error.what());
  return 1;
}
