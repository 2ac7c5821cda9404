#pragma once

#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "methods/forum/forum_model.hpp"

namespace cento::testing {

/// A thread as part names and texts.
using Thread = std::vector<std::pair<std::string, std::string>>;

inline rc::Gen<std::string> some_text(int most_words) {
  static const std::vector<std::string> kWords = {"how",  "not",    "to",      "mend", "a",  "12",
                                                  "kite", "string", "wind",    "换",   "轮", "胎",
                                                  "왜",   "kites",  "mending", "!",    "the"};
  return rc::gen::map(
      rc::gen::resize(most_words, rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kWords))),
      [](const std::vector<std::string>& words) {
        std::string text;
        for (const std::string& word : words) text += word + ' ';
        return text;
      });
}

inline rc::Gen<Thread> some_thread() {
  return rc::gen::exec([] {
    Thread thread;
    if (*rc::gen::inRange(0, 5) > 0) thread.emplace_back("title", *some_text(6));
    if (*rc::gen::inRange(0, 3) > 0) thread.emplace_back("answer", *some_text(12));
    return thread;
  });
}

inline ForumModel some_model() {
  static const std::vector<std::string> kComparisons = {
      "words", "words*idf", "words*idf2/contained", "words*idf2/rarest", "content*idf",  "asked",         "grams:2*idf",
      "order", "shingle:2", "shingle:2/contained",  "winnow:2:2",        "words/rarest", "grams:3/rarest"};
  ForumModel model;
  for (const char* name : {"title", "answer"}) {
    ComparedPart part{name, *rc::gen::elementOf(std::vector<double>{0.2, 0.5, 1.0}), {}};
    for (const std::string& how : *rc::gen::container<std::set<std::string>>(
             static_cast<std::size_t>(*rc::gen::inRange(1, 4)), rc::gen::elementOf(kComparisons))) {
      part.comparisons.push_back(parse_comparison(how));
      part.comparisons.back().weight = *rc::gen::elementOf(std::vector<double>{0.1, 0.3, 1.0});
    }
    model.parts.push_back(part);
  }
  model.threshold = *rc::gen::elementOf(std::vector<double>{0.05, 0.3, 0.5, 0.8, 1.0});
  model.number_guard = *rc::gen::elementOf(std::vector<double>{0, 0.2});
  model.negation_guard = *rc::gen::elementOf(std::vector<double>{0, 0.1});
  model.outside_weight = *rc::gen::elementOf(std::vector<double>{0, 0.5});
  return model;
}

}  // namespace cento::testing
