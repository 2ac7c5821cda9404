// How long an index of threads takes to find whether something was asked before, one thread after the other, on one
// thread of the program:
//   forum_ask DIR INPUT [QUESTIONS]
// Questions are threads evenly distributed in INPUT, as their authors would ask them again: without the answer, and
// with every fifth word of title and description dropped. Prints {"open_s": …, "threads": …, "ask": {"median_us",
// "p99_us", "results"}, "found": …, "compared": …, "left_out": …}: `found` is the share of questions whose own thread
// is found.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "index/index_view.hpp"
#include "index_questions.hpp"
#include "methods/ask/ask_forum.hpp"
#include "methods/ask/index_digester.hpp"

namespace {

struct Question {
  std::string id;
  std::string title;
  std::string description;
};

std::string without_every_fifth_word(std::string_view text) {
  constexpr std::size_t kFifth = 5;
  std::string kept;
  std::size_t word = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (++word % kFifth != 0) kept.append(kept.empty() ? "" : " ").append(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return kept;
}

std::vector<Question> read_questions(const std::string& input, std::size_t count) {
  cento::Reporter reporter;
  const cento::InputList list({input}, reporter);
  cento::ReadOptions reading;
  reading.text_fields = {"title", "description", "answer"};
  std::vector<Question> all;
  cento::TakeOnly step([&](cento::DocumentBatch& batch) {
    for (const cento::Document& document : batch.documents) {
      Question& question = all.emplace_back(Question{std::string(document.id), {}, {}});
      for (const cento::Part& part : document.parts) {
        if (part.name == "title") question.title = without_every_fifth_word(part.text);
        if (part.name == "description") question.description = without_every_fifth_word(part.text);
      }
    }
  });
  cento::ReadProgress progress;
  cento::read_collection(list, reading, 1, reporter, progress, step);
  std::vector<Question> chosen;
  for (std::size_t i = 0; i < count && i < all.size(); ++i) chosen.push_back(all[i * all.size() / count]);
  return chosen;
}

/// Sums over the answers of one run.
struct Totals {
  std::uint64_t own = 0;
  std::uint64_t compared = 0;
  std::uint64_t left_out = 0;
};

void run(const std::string& folder, const std::string& input, std::size_t count) {
  const std::vector<Question> questions = read_questions(input, count);
  const auto begin = cento::bench::Clock::now();
  const std::shared_ptr<const cento::IndexView> index = cento::open_index(folder, cento::index_digesters());
  const double open = cento::bench::seconds_since(begin);
  cento::ForumAsker asker(index, {});
  cento::ForumAnswer answer;
  cento::AnalyzedDocument document;
  Totals totals;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < questions.size(); ++i) numbers.push_back(std::to_string(i));
  const cento::bench::Latency latency = cento::bench::time_questions(numbers, [&](const std::string& number) {
    const Question& question = questions[std::strtoull(number.c_str(), nullptr, 10)];
    const std::vector<cento::Part> parts = {{"title", question.title}, {"description", question.description}};
    document.set(parts);
    asker.ask(document, 0, answer);
    totals.compared += answer.compared;
    totals.left_out += answer.left_out > 0 ? 1 : 0;
    return answer.threads.size();
  });
  for (const Question& question : questions) {
    const std::vector<cento::Part> parts = {{"title", question.title}, {"description", question.description}};
    document.set(parts);
    asker.ask(document, 0, answer);
    const std::uint32_t own = index->number_of(question.id);
    for (const cento::SimilarQuestion& found : answer.threads) totals.own += found.thread.number == own ? 1 : 0;
  }
  const auto asked = static_cast<double>(questions.size());
  std::printf("{\"open_s\":%.4f,\"threads\":%llu,", open, static_cast<unsigned long long>(index->documents()));
  cento::bench::print_latency("ask", latency);
  std::printf(",\"found\":%.4f,\"compared\":%.1f,\"left_out\":%.4f}\n", static_cast<double>(totals.own) / asked,
              static_cast<double>(totals.compared) / (2 * asked), static_cast<double>(totals.left_out) / (2 * asked));
}

}  // namespace

int main(int count, char** arguments) try {
  if (count < 3) {
    std::fputs("usage: forum_ask DIR INPUT [QUESTIONS]\n", stderr);
    return 2;
  }
  constexpr std::size_t kQuestions = 1000;
  run(arguments[1], arguments[2], count > 3 ? std::strtoull(arguments[3], nullptr, 10) : kQuestions);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "forum_ask: %s\n", error.what());
  return 1;
}
