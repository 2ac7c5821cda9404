#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "read/collection.hpp"
#include "text/analysis.hpp"

namespace cento::bench {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Calls `use(text)` with the text of each document of a collection, its parts concatenated.
inline void for_each_text(const std::string& input, const std::function<void(std::string_view)>& use) {
  Reporter reporter;
  const InputList list({input}, reporter);
  std::string text;
  TakeOnly step([&](DocumentBatch& batch) {
    for (const Document& document : batch.documents) {
      text.clear();
      for (const Part& part : document.parts) text += part.text;
      use(text);
    }
  });
  ReadProgress progress;
  read_collection(list, {}, 1, reporter, progress, step);
}

/// Questions: the first twenty sentences of documents that are evenly distributed in the collection and have that many.
inline std::vector<std::string> make_questions(const std::string& input, std::size_t count) {
  constexpr std::size_t kSentences = 20;
  std::vector<std::string> all;
  TextAnalyzer analyzer;
  AnalyzedText analyzed;
  for_each_text(input, [&](std::string_view text) {
    analyzer.analyze(text, analyzed);
    if (analyzed.sentences.size() < kSentences) return;
    all.emplace_back(text.substr(0, analyzed.sentences[kSentences - 1].bytes.end));
  });
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < count && i < all.size(); ++i) chosen.push_back(all[i * all.size() / count]);
  return chosen;
}

struct Latency {
  double median = 0;  // microseconds
  double p99 = 0;
  std::uint64_t results = 0;
};

/// Asks every question once to warm up, and then three times, of which the shortest counts, to exclude other activity
/// of the machine. `ask(question)` returns a number of results.
inline Latency time_questions(const std::vector<std::string>& questions,
                              const std::function<std::uint64_t(const std::string&)>& ask) {
  for (const std::string& question : questions) ask(question);
  Latency latency;
  std::vector<double> times;
  constexpr int kRepeats = 3;
  times.resize(questions.size(), std::numeric_limits<double>::max());
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    latency.results = 0;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const Clock::time_point begin = Clock::now();
      latency.results += ask(questions[i]);
      times[i] = std::min(times[i], seconds_since(begin) * 1e6);
    }
  }
  std::sort(times.begin(), times.end());
  if (times.empty()) return latency;
  latency.median = times[times.size() / 2];
  latency.p99 = times[times.size() * 99 / 100];
  return latency;
}

inline void print_latency(const char* name, const Latency& latency) {
  std::printf("\"%s\":{\"median_us\":%.1f,\"p99_us\":%.1f,\"results\":%llu}", name, latency.median, latency.p99,
              static_cast<unsigned long long>(latency.results));
}

}  // namespace cento::bench
