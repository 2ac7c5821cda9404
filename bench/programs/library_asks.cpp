// Times questions to an index through the library, one by one and many at once, as bench/python_asks.py does it from
// Python:
//   library_asks DIR QUESTIONS TIMES
// QUESTIONS is a file of JSON lines. Both ways take turns, TIMES times, after one round that is not counted. Prints
// {"questions", "one_by_one_s", "many_s"}; the times are lists of seconds for all questions.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "cento/index.hpp"
#include "index_questions.hpp"

namespace {

using cento::bench::Clock;
using cento::bench::seconds_since;

std::vector<cento::TextDocument> questions_of(const std::string& path) {
  std::vector<cento::TextDocument> questions;
  cento::bench::for_each_text(path, [&](std::string_view text) {
    cento::TextDocument& question = questions.emplace_back();
    question.parts.push_back({"text", std::string(text)});
  });
  return questions;
}

void print_list(const char* name, const std::vector<double>& seconds) {
  std::printf(", \"%s\": [", name);
  for (std::size_t i = 0; i < seconds.size(); ++i) std::printf("%s%.6f", i == 0 ? "" : ", ", seconds[i]);
  std::printf("]");
}

void time_questions(const std::string& folder, const std::string& path, int times) {
  const std::vector<cento::TextDocument> questions = questions_of(path);
  cento::Index index(folder);
  std::vector<double> one_by_one;
  std::vector<double> many;
  for (int turn = 0; turn <= times; ++turn) {
    Clock::time_point begin = Clock::now();
    std::vector<cento::QueryAnswer> answers;
    for (const cento::TextDocument& question : questions) answers.push_back(index.ask(question));
    one_by_one.push_back(seconds_since(begin));
    begin = Clock::now();
    answers = index.ask_many(questions);
    many.push_back(seconds_since(begin));
  }
  one_by_one.erase(one_by_one.begin());
  many.erase(many.begin());
  std::printf("{\"questions\": %zu", questions.size());
  print_list("one_by_one_s", one_by_one);
  print_list("many_s", many);
  std::printf("}\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: library_asks DIR QUESTIONS TIMES\n", stderr);
    return 2;
  }
  try {
    time_questions(argv[1], argv[2], std::atoi(argv[3]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "library_asks: %s\n", error.what());
    return 1;
  }
}
