// How long an index takes to answer, one document of twenty sentences after the other, on one thread:
//   index_ask DIR INPUT [QUESTIONS]
// prints {"open_s": …, "documents": …, "sentences": …, "blog": {"median_us", "p99_us", "results"}, "passages": …,
// "similar": …, "words": …, "qsign": …}. What the index does not keep is left out. The last two are about reused
// sentences, and a question of theirs is one sentence.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "index/index_view.hpp"
#include "index_questions.hpp"
#include "methods/index_digester.hpp"
#include "methods/index_questions.hpp"
#include "methods/sentence_reuse.hpp"

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

/// Each way of finding reused sentences; the time of a question is divided among its sentences.
void print_reuse(const std::shared_ptr<const cento::IndexView>& index, const std::vector<std::string>& questions) {
  for (const bool is_qsign : {false, true}) {
    cento::ReuseOptions options;
    options.way = is_qsign ? cento::ReuseWay::qsign : cento::ReuseWay::words;
    cento::ReuseFinder finder(index, options);
    cento::ReuseAnswer answer;
    double recall = 0;
    cento::bench::Latency latency = cento::bench::time_questions(questions, [&](const std::string& text) {
      const Part part{"text", text};
      finder.ask(std::span(&part, 1), 0, answer);
      recall += answer.predicted_recall;
      return answer.reused.size();
    });
    constexpr double kSentences = 20;  // of a question
    latency.median /= kSentences;
    latency.p99 /= kSentences;
    std::printf(",\"predicted_recall\":%.3f,", recall / static_cast<double>(2 * questions.size()));
    cento::bench::print_latency(is_qsign ? "qsign" : "words", latency);
  }
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
    std::printf(",");
    cento::bench::print_latency(kind.name, cento::bench::time_questions(questions, [&](const std::string& text) {
                                  const Part part{"text", text};
                                  asker.ask(std::span(&part, 1), 0, answer);
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
