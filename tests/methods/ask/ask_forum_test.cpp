#include "methods/ask/ask_forum.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "methods/forum/forum_digest.hpp"
#include "methods/forum/forum_fields.hpp"
#include "methods/memory_index.hpp"
#include "methods/some_threads.hpp"
#include "sign/words/spots.hpp"

namespace cento {
namespace {

using testing::MemoryIndex;
using testing::some_model;
using testing::some_thread;
using testing::Thread;
using Threads = std::vector<Thread>;

IndexOptions options_with(const ForumModel& model) {
  IndexOptions options;
  options.passages = options.documents = options.blog = false;
  options.threads = forum_options(model);
  return options;
}

std::shared_ptr<MemoryIndex> index_of(const ForumModel& model, const Threads& threads) {
  auto index = std::make_shared<MemoryIndex>(options_with(model));
  index->add_named(threads);
  return index;
}

std::vector<Part> parts_of(const Thread& thread) {
  std::vector<Part> parts;
  for (const auto& [name, text] : thread) parts.push_back({name, text});
  return parts;
}

ForumAnswer ask(const std::shared_ptr<const MemoryIndex>& index, const Thread& asked, std::uint32_t but_number = 0,
                const ForumQuestion& question = {}) {
  ForumAnswer answer;
  const std::vector<Part> parts = parts_of(asked);
  ForumAsker(index, question).ask(AnalyzedDocument(parts), but_number, answer);
  return answer;
}

std::vector<std::uint32_t> numbers_of(const ForumAnswer& answer) {
  std::vector<std::uint32_t> numbers;
  for (const SimilarQuestion& found : answer.threads) numbers.push_back(found.thread.number);
  return numbers;
}

const Threads kFerry = {
    {{"title", "When does the ferry to Westhaven leave?"}, {"answer", "At nine, but never on Sundays."}},
    {{"title", "How do I mend a broken kite?"}, {"description", "The string tore in the wind."}},
    {{"title", "When does the last ferry to Westhaven leave?"}},
};

TEST(AskForum, TellsTheMostSimilarFirst) {
  const auto index = index_of(default_forum_model(), kFerry);
  const ForumAnswer answer = ask(index, {{"title", "when does the last ferry to Westhaven leave"}});
  EXPECT_EQ(numbers_of(answer), (std::vector<std::uint32_t>{3, 1}));
  EXPECT_EQ(answer.threads.front().similarity, 1);
  EXPECT_EQ(answer.threads.front().parts.front(), 1);
  EXPECT_EQ(answer.left_out, 0U);
}

TEST(AskForum, AMissingPartIsMissingNotZero) {
  const auto index = index_of(default_forum_model(), kFerry);
  const ForumAnswer answer = ask(index, {{"title", "How do I mend a broken kite?"}, {"answer", "With glue."}});
  ASSERT_EQ(numbers_of(answer), std::vector<std::uint32_t>{2});
  EXPECT_EQ(answer.threads.front().similarity, 1);
  EXPECT_TRUE(std::isnan(answer.threads.front().parts[1]));
  EXPECT_TRUE(std::isnan(answer.threads.front().parts[2]));
}

TEST(AskForum, ThoseThatAreGoneOrTheAskedOneAreNotTold) {
  const auto index = index_of(default_forum_model(), kFerry);
  EXPECT_EQ(numbers_of(ask(index, kFerry[2], 3)), std::vector<std::uint32_t>{1});
  index->remove(1);
  EXPECT_TRUE(ask(index, kFerry[2], 3).threads.empty());
}

TEST(AskForum, ATextWithoutWordsWasNotAskedBefore) {
  const auto index = index_of(default_forum_model(), kFerry);
  EXPECT_TRUE(ask(index, {{"title", "?!"}}).threads.empty());
  EXPECT_TRUE(ask(index, {}).threads.empty());
}

TEST(AskForum, LimitsAreKeptAndWhatTheyLeaveOutIsCounted) {
  Threads threads;
  for (int i = 0; i < 10; ++i)
    threads.push_back({{"title", "lost key " + std::string(static_cast<std::size_t>(i), 'x')}});
  ForumModel model;
  model.parts = {{"title", 1, {parse_comparison("words")}}};
  const auto index = index_of(model, threads);
  ForumQuestion question;
  question.limit = 3;
  const ForumAnswer limited = ask(index, {{"title", "lost key"}}, 0, question);
  EXPECT_EQ(limited.threads.size(), 3U);
  EXPECT_EQ(limited.found, 10U);
  EXPECT_EQ(limited.left_out, 0U);
  question.most_threads = 4;
  const ForumAnswer looked_at = ask(index, {{"title", "lost key"}}, 0, question);
  EXPECT_EQ(looked_at.found, 4U);
  EXPECT_EQ(looked_at.left_out, 6U);
  question.most_entries = 15;
  EXPECT_EQ(ask(index, {{"title", "lost key"}}, 0, question).left_out, 10U + 6U);  // a list of ten entries, six threads
}

/// All threads have the query words; but compared with their other words these weigh little.
TEST(AskForum, ThreadsThatShareCommonWordsAreLookedAtOnce) {
  constexpr int kThreads = 500;
  Threads threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.push_back({{"title", "how do i use the rare" + std::to_string(i) + " and seldom" + std::to_string(i)}});
  }
  threads.push_back({{"title", "how do i use the"}});
  ForumModel model;
  model.parts = {{"title", 1, {parse_comparison("words*idf")}}};
  model.threshold = 0.5;
  const auto index = index_of(model, threads);
  ForumAsker asker(index, {});
  const std::vector<Part> parts{{"title", "how do i use"}};
  const AnalyzedDocument asked(parts);
  ForumAnswer answer;
  for (int i = 0; i < 3; ++i) {
    asker.ask(asked, 0, answer);
    EXPECT_EQ(numbers_of(answer), std::vector<std::uint32_t>{kThreads + 1});
    EXPECT_EQ(answer.compared, 1U);
  }
  EXPECT_EQ(answer.looked_at, 1U);
  asker.set_view(index);
  asker.ask(asked, 0, answer);
  EXPECT_GT(answer.looked_at, 1U) << "in another view, words may have other weights";
  EXPECT_EQ(answer.threads.size(), 1U);
}

TEST(AskForum, AnotherThresholdMayBeAsked) {
  const auto index = index_of(default_forum_model(), kFerry);
  ForumQuestion question;
  question.threshold = 1;
  EXPECT_EQ(numbers_of(ask(index, kFerry[0], 0, question)), std::vector<std::uint32_t>{1});
  question.threshold = 1.5;
  EXPECT_THROW((void)ask(index, kFerry[0], 0, question), UsageError);
}

TEST(AskForum, NeedAnIndexThatHasThem) {
  const auto index = std::make_shared<MemoryIndex>(IndexOptions());
  EXPECT_THROW((void)ask(index, kFerry[0]), UsageError);
}

TEST(ForumDigest, TheModelIsKeptOnOneLine) {
  ForumModel model = default_forum_model();
  model.word_factors = {{"best \n  way", 0.25}};
  const std::string line = forum_options(model);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(read_forum_model(line, "here"), model);
}

/// The same by examining all threads, in the simplest way.
class PlainIndex {
 public:
  PlainIndex(const ForumModel& model, const Threads& threads) : model_(model) {
    for (const Thread& thread : threads) threads_.push_back(features_of(thread));
    for (const auto& [word, factor] : model.word_factors) {
      for (const std::uint64_t token : tokens_of_words(word)) factors_[token] = factor;
    }
  }

  [[nodiscard]] double similarity(const Thread& asked, std::size_t number) const {
    const Signed a = features_of(asked);
    const Signed& b = threads_[number];
    ForumSimilarities found;
    bool is_guarded = false;
    for (std::size_t part = 0; part < model_.parts.size(); ++part) {
      for (const Comparison& how : model_.parts[part].comparisons) {
        found.comparisons.push_back(similarity(a, b, part, how));
        if (is_guarded || std::isnan(found.comparisons.back())) continue;
        is_guarded = true;
        found.numbers_differ = a.facts[part].numbers != b.facts[part].numbers;
        found.negation_differs = a.facts[part].is_negated != b.facts[part].is_negated;
      }
    }
    return forum_similarity(model_, found);
  }

 private:
  using Field = std::pair<std::size_t, std::string>;
  struct Signed {
    std::map<Field, std::vector<std::uint64_t>> features;
    std::vector<QuestionFacts> facts;
  };

  [[nodiscard]] Signed features_of(const Thread& thread) const {
    Signed out;
    Tokenizer tokenizer;
    Tokens tokens;
    Features features;
    for (std::size_t part = 0; part < model_.parts.size(); ++part) {
      std::string text;
      for (const auto& [name, own] : thread) text = name == model_.parts[part].part ? own : text;
      tokenizer.tokenize(text, tokens);
      out.facts.push_back(facts_of_question(text, tokens.hashes, tokens.begins, tokens.ends));
      for (const Comparison& how : model_.parts[part].comparisons) {
        ForumFieldSigner(how.features, nullptr).sign(text, tokens, features);
        out.features[{part, how.features}].assign(features.begin(), features.end());
      }
    }
    return out;
  }

  [[nodiscard]] std::uint32_t weight(const Field& field, std::uint64_t feature, double power) const {
    std::uint64_t having = 0;
    for (const Signed& thread : threads_) {
      const auto& features = thread.features.at(field);
      having += std::count(features.begin(), features.end(), feature) > 0 ? 1 : 0;
    }
    const FeatureWeights weights(power, is_of_words(field.second) ? &factors_ : nullptr);
    return weights.weight(feature, std::max<std::uint64_t>(1, having), threads_.size());
  }

  [[nodiscard]] double similarity(const Signed& a, const Signed& b, std::size_t part, const Comparison& how) const {
    const Field field{part, how.features};
    const std::vector<std::uint64_t>& of_a = a.features.at(field);
    const std::vector<std::uint64_t>& of_b = b.features.at(field);
    if (of_a.empty() || of_b.empty()) return kMissing;
    if (how.features == "order") {
      return order_similarity(std::vector<std::uint32_t>(of_a.begin(), of_a.end()),
                              std::vector<std::uint32_t>(of_b.begin(), of_b.end()));
    }
    WeightedOverlap overlap;
    std::set<std::uint64_t> either(of_a.begin(), of_a.end());
    either.insert(of_b.begin(), of_b.end());
    for (const std::uint64_t feature : either) {
      const std::uint32_t weighs = weight(field, feature, how.idf_power);
      const bool has_a = std::count(of_a.begin(), of_a.end(), feature) > 0;
      const bool has_b = std::count(of_b.begin(), of_b.end(), feature) > 0;
      overlap.total_a += has_a ? weighs : 0;
      overlap.total_b += has_b ? weighs : 0;
      overlap.heaviest = std::max(overlap.heaviest, weighs);
      if (!has_a || !has_b) continue;
      overlap.shared += weighs;
      overlap.heaviest_shared = std::max(overlap.heaviest_shared, weighs);
    }
    return measured(overlap, how.measure);
  }

  ForumModel model_;
  std::vector<Signed> threads_;
  FeatureWeights::Factors factors_;
};

RC_GTEST_PROP(AskForumProperty, FindsWhatLookingAtAllThreadsFinds, ()) {
  const auto threads = *rc::gen::container<Threads>(some_thread());
  const Thread asked = *some_thread();
  ForumModel model = some_model();
  model.outside_weight = 0;
  if (*rc::gen::arbitrary<bool>()) model.word_factors = {{"kite", 0.25}, {"how", 3}};

  const auto index = std::make_shared<MemoryIndex>(options_with(model));
  const auto half = *rc::gen::inRange<std::size_t>(0, threads.size() + 1);
  const auto middle = threads.begin() + static_cast<std::ptrdiff_t>(half);
  index->add_named({threads.begin(), middle});
  index->add_named({middle, threads.end()});
  const auto removed = *rc::gen::inRange<std::uint32_t>(1, 20);
  index->remove(removed);

  ForumQuestion question;
  question.limit = 1000;
  ForumAsker asker(index, question);
  ForumAnswer answer;
  for (const Thread& before : *rc::gen::container<Threads>(some_thread())) {
    const std::vector<Part> parts = parts_of(before);
    asker.ask(AnalyzedDocument(parts), 0, answer);  // what is remembered of it must not matter
  }
  const std::vector<Part> parts = parts_of(asked);
  asker.ask(AnalyzedDocument(parts), 0, answer);
  RC_ASSERT(answer.left_out == 0U);
  const PlainIndex plain(model, threads);
  std::vector<std::pair<double, std::uint32_t>> expected;  // negative, so that the best come first
  for (std::uint32_t i = 0; i < threads.size(); ++i) {
    const double similarity = plain.similarity(asked, i);
    if (i + 1 != removed && similarity >= model.threshold) expected.emplace_back(-similarity, i + 1);
  }
  std::sort(expected.begin(), expected.end());
  std::vector<std::pair<double, std::uint32_t>> found;
  for (const SimilarQuestion& thread : answer.threads) found.emplace_back(-thread.similarity, thread.thread.number);
  RC_ASSERT(found == expected);
}

}  // namespace
}  // namespace cento
