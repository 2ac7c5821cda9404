#include "methods/substring/tasks/substring_steps.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "methods/part_documents.hpp"
#include "methods/substring/repetitive_documents.hpp"
#include "methods/substring/tasks/range_tasks.hpp"
#include "methods/substring/tasks/runs_of_part.hpp"
#include "methods/substring/tasks/window_tasks.hpp"

namespace cento {
namespace {

using testing::PartBatches;
using testing::PartTexts;
using testing::PartWords;
using testing::Words;

struct FoundRepeats {
  std::vector<RepeatedRange> ranges;
  SubstringCounts counts;

  friend bool operator==(const FoundRepeats&, const FoundRepeats&) = default;
};

FoundRepeats repeats_of_finder(const PartTexts& documents, std::uint32_t min_tokens, std::optional<DocId> references) {
  SubstringFinder finder(testing::options_for(min_tokens));
  const PartBatches batches(documents, 1);
  DocId number = 0;
  for (const DocumentBatch& batch : batches.all()) {
    if (number++ == references) finder.end_reference();
    finder.add(*finder.sign(batch));
  }
  if (number == references) finder.end_reference();
  FoundRepeats found;
  found.counts = finder.find([&](const RepeatedRange& range) { found.ranges.push_back(range); });
  found.counts.spilled_bytes = 0;
  return found;
}

/// An engine for the tasks: each gets bytes and gives bytes, in any order.
class RepeatsCluster {
 public:
  RepeatsCluster(SubstringTask task, std::mt19937& random)
      : task_(std::move(task)), random_(random), stored_(task_.tasks()) {}

  FoundRepeats run(const PartTexts& documents) {
    read(documents);
    for (const SubstringStep& step : substring_steps()) run_step(step);
    return list();
  }

 private:
  struct Sent {
    std::string kind;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::string bytes;
  };

  void read(const PartTexts& documents) {
    std::vector<std::uint64_t> begins{0};
    for (std::uint32_t part = 0; part < task_.parts.size(); ++part) {
      const auto own =
          std::span(documents).subspan(task_.parts.begin(part), task_.parts.end(part) - task_.parts.begin(part));
      const PartBatches batches({own.begin(), own.end()}, 1 + random_() % 3);
      SpillableMemory no_memory(0, "");
      const KnownDocuments none_known(no_memory);
      RunSigner signer(task_.shape());
      RunsOfPartWriter writer;
      for (const DocumentBatch& batch : batches.all()) {
        SignedRuns runs;
        signer.sign(batch, none_known, runs);
        writer.add(runs);
      }
      TaskOutput out(task_.tasks());
      writer.finish(task_.groups, out);
      begins.push_back(begins.back() + out.counts().at("token_numbers"));
      take(part, out);
    }
    task_.tokens = TokenParts(begins);
    sent_ = std::move(next_);
  }

  void take(std::uint32_t task, TaskOutput& out) {
    for (auto& [kind, blocks] : out.sent()) {
      for (OutgoingBlocks::Block& block : blocks.take()) {
        next_.push_back({kind, task, block.to, std::move(block.bytes)});
      }
    }
    for (auto& [name, blocks] : out.stored()) stored_[task][name] = std::move(blocks);
    for (const auto& [name, count] : out.counts()) counts_[name] += count;
  }

  void run_step(const SubstringStep& step) {
    std::shuffle(sent_.begin(), sent_.end(), random_);
    next_.clear();
    for (std::uint32_t number = 0; number < task_.tasks(); ++number) {
      TaskOutput out(task_.tasks());
      step.run(task_, number, stored_of(number, step.stored), arrived_at(number), out);
      take(number, out);
    }
    sent_ = std::move(next_);
  }

  [[nodiscard]] TaskInput arrived_at(std::uint32_t number) const {
    TaskInput arrived;
    for (const Sent& one : sent_) {
      if (one.to == number) arrived.add(one.kind, {one.from, one.bytes});
    }
    return arrived;
  }

  [[nodiscard]] TaskInput stored_of(std::uint32_t number, std::span<const std::string_view> names) {
    TaskInput stored;
    for (const std::string_view name : names) {
      for (const std::string& block : stored_[number][std::string(name)])
        stored.add(std::string(name), {number, block});
    }
    return stored;
  }

  FoundRepeats list() {
    FoundRepeats found;
    SubstringCounts& sum = found.counts;
    for (std::uint32_t number = 0; number < task_.parts.size(); ++number) {
      const TaskInput stored = stored_of(number, stored_for_listing());
      const SubstringPart part(task_, number, stored);
      const SubstringCounts counts =
          list_ranges(part, arrived_at(number), [&](const RepeatedRange& range) { found.ranges.push_back(range); });
      sum.repeated_ranges += counts.repeated_ranges;
      sum.repeated_tokens += counts.repeated_tokens;
      sum.repeated_bytes += counts.repeated_bytes;
      sum.later_ranges += counts.later_ranges;
      sum.later_tokens += counts.later_tokens;
      sum.later_bytes += counts.later_bytes;
    }
    std::sort(found.ranges.begin(), found.ranges.end(), [](const RepeatedRange& x, const RepeatedRange& y) {
      return std::tie(x.place.document, x.place.part, x.place.tokens.begin) <
             std::tie(y.place.document, y.place.part, y.place.tokens.begin);
    });
    sum.later_ranges += counts_["later_ranges"];
    sum.later_tokens += counts_["later_tokens"];
    sum.later_bytes += counts_["later_bytes"];
    sum.identical = counts_["identical_documents"];
    sum.tokens = counts_["tokens"];
    sum.stretches = counts_["stretches"];
    sum.compared_windows = counts_["compared_windows"];
    return found;
  }

  SubstringTask task_;
  std::mt19937& random_;
  std::vector<std::map<std::string, std::vector<std::string>>> stored_;
  std::vector<Sent> sent_;
  std::vector<Sent> next_;
  std::map<std::string, std::uint64_t> counts_;
};

/// The words as texts, with any separators: copies have other bytes than what they are copies of.
PartTexts texts_of_words(const std::vector<PartWords>& documents, std::mt19937& random) {
  PartTexts texts;
  for (const PartWords& document : documents) {
    std::vector<std::string>& parts = texts.emplace_back();
    for (const Words& words : document) {
      std::string& text = parts.emplace_back(random() % 4, ' ');
      for (const unsigned word : words) {
        text += "w" + std::to_string(word);
        text += random() % 6 == 0 ? ", " : " ";
      }
    }
  }
  return texts;
}

/// Divides some of the documents among parts, some of which may be empty.
void append_parts(std::uint32_t begin, std::uint32_t end, std::size_t parts, std::mt19937& random,
                  std::vector<std::uint32_t>& begins) {
  std::vector<std::uint32_t> cuts{begin};
  while (cuts.size() < parts) cuts.push_back(begin + static_cast<std::uint32_t>(random() % (end - begin + 1)));
  std::sort(cuts.begin(), cuts.end());
  begins.insert(begins.end(), cuts.begin(), cuts.end());
}

RC_GTEST_PROP(SubstringTasks, FindWhatIsFoundOnOneMachine, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const auto words =
      testing::repetitive_documents(seed, *rc::gen::inRange<std::size_t>(0, 25), *rc::gen::element(1U, 2U, 4U, 12U));
  const PartTexts documents = texts_of_words(words, random);
  const auto count = static_cast<std::uint32_t>(documents.size());
  SubstringTask task;
  task.rule.min_tokens = *rc::gen::inRange<std::uint32_t>(1, 12);
  task.groups = *rc::gen::element<std::size_t>(1, 3, 9);
  task.memory.bytes = random() % 100'000;
  std::vector<std::uint32_t> begins;
  std::optional<DocId> references;
  if (random() % 3 == 0) {
    references = static_cast<DocId>(random() % (count + 1));
    task.reference_parts = static_cast<std::uint32_t>(1 + random() % 4);
    append_parts(0, *references, *task.reference_parts, random, begins);
  }
  append_parts(references.value_or(0), count, *rc::gen::element<std::size_t>(1, 2, 7, 30), random, begins);
  begins.push_back(count);
  task.parts = DocumentParts(begins);
  const FoundRepeats expected = repeats_of_finder(documents, task.rule.min_tokens, references);
  RC_TAG(std::string(expected.ranges.empty() ? "nothing" : "something") + (references ? " against" : ""));
  const FoundRepeats found = RepeatsCluster(task, random).run(documents);
  RC_ASSERT(found.ranges == expected.ranges);
  RC_ASSERT(found.counts == expected.counts);
}

/// Answers of several pieces, and tokens of several chunks. In the second document a word differs from the first; the
/// third repeats the words around it, so the range goes on where its first other place does not.
TEST(SubstringTasks, LongRunsAreFollowedAsFarAsTheyAgree) {
  constexpr std::size_t kWords = 150'000;
  constexpr std::uint32_t kChanged = 30'000;
  std::mt19937 random(5);
  Words words(kWords);
  for (unsigned& word : words) word = static_cast<unsigned>(random() % 5'000);
  Words changed = words;
  changed[kChanged] = 5'000;
  const Words around(changed.begin() + kChanged - 100, changed.begin() + kChanged + 100);
  const PartTexts documents =
      texts_of_words({{words}, {changed}, {around, Words(words.begin() + 10, words.end())}}, random);
  SubstringTask task;
  task.groups = 2;
  task.memory.bytes = 100'000;
  task.parts = DocumentParts({0, 1, 2, 3});
  const FoundRepeats found = RepeatsCluster(task, random).run(documents);
  ASSERT_EQ(found.ranges.size(), 4U);
  EXPECT_EQ(found.ranges[1].place.tokens.size(), kWords);
  EXPECT_EQ(found.ranges[1].also.tokens.size(), kChanged);
  EXPECT_EQ(found.ranges[3].also.tokens.size(), kWords - 10);
  EXPECT_EQ(found, repeats_of_finder(documents, task.rule.min_tokens, {}));
}

TEST(SubstringTasks, DamagedFilesOfAPartAreRefused) {
  SubstringTask task;
  TaskOutput out(1);
  TaskInput stored;
  stored.add("texts", {0, "123"});
  EXPECT_THROW(SubstringPart(task, 0, stored), Error);
  const auto run = [&](std::string_view name, const TaskInput& arrived) {
    const auto step = std::find_if(substring_steps().begin(), substring_steps().end(),
                                   [&](const SubstringStep& one) { return one.name == name; });
    step->run(task, 0, TaskInput(), arrived, out);
  };
  TaskInput copied;
  const std::string one = block_of(std::vector{CopiedDocument{0, 7, 0}});
  copied.add("copied", {0, one});
  EXPECT_THROW(run("show stretches", copied), Error);
  TaskInput asked;
  const std::string runs = block_of(std::vector{AskedRun{3, 60, 0}});
  asked.add("asked_runs", {0, runs});
  EXPECT_THROW(run("answer", asked), Error);
  EXPECT_THROW(TokenParts({0, std::uint64_t{1} << 45}), Error);
}

}  // namespace
}  // namespace cento
