#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "methods/cuts/repeat_signer.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "methods/cuts/tasks/cut_part.hpp"
#include "methods/cuts/tasks/cut_steps.hpp"
#include "methods/part_documents.hpp"

namespace cento {
namespace {

using testing::PartBatches;
using testing::PartTexts;

struct FoundCuts {
  std::vector<RepeatedRun> runs;
  RepeatCounts counts;

  friend bool operator==(const FoundCuts&, const FoundCuts&) = default;
};

FoundCuts found_by_finder(const PartTexts& documents, const CutRule& rule, DocId references) {
  RepeatOptions options;
  static_cast<CutRule&>(options) = rule;
  RepeatedSentenceFinder finder(options);
  const PartBatches batches(documents, 1);
  DocId number = 0;
  for (const DocumentBatch& batch : batches.all()) {
    finder.add(*finder.sign(batch));
    if (++number == references) finder.end_reference();
  }
  FoundCuts found;
  found.counts = finder.find([&](const RepeatedRun& run) { found.runs.push_back(run); });
  found.counts.spilled_bytes = 0;
  return found;
}

void add_up(const RepeatCounts& more, RepeatCounts& sum) {
  sum.sentences += more.sentences;
  sum.cut_sentences += more.cut_sentences;
  sum.cut_bytes += more.cut_bytes;
  sum.cut_documents += more.cut_documents;
  sum.by_reference += more.by_reference;
  sum.emptied_parts += more.emptied_parts;
}

/// An engine for the tasks: each gets bytes and gives bytes, in any order.
class CutCluster {
 public:
  CutCluster(const CutTask& task, std::mt19937& random) : task_(task), random_(random), stored_(task.tasks()) {}

  FoundCuts run(const PartTexts& documents) {
    read(documents);
    for (const CutStep& step : marking_steps()) run_step(step);
    while (std::exchange(asked_, 0) > 0) {
      for (const CutStep& step : following_steps()) run_step(step);
      ++rounds_;
    }
    FoundCuts found;
    for (std::uint32_t part = 0; part < task_.parts.size(); ++part) {
      const TaskInput stored = stored_of(part, stored_for_cuts());
      add_up(for_each_cut(CutPart(task_, part, stored), [&](const RepeatedRun& run) { found.runs.push_back(run); }),
             found.counts);
    }
    return found;
  }

  [[nodiscard]] std::size_t rounds() const { return rounds_; }

 private:
  struct Sent {
    std::string kind;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::string bytes;
  };

  void read(const PartTexts& documents) {
    for (std::uint32_t part = 0; part < task_.parts.size(); ++part) {
      const auto own =
          std::span(documents).subspan(task_.parts.begin(part), task_.parts.end(part) - task_.parts.begin(part));
      const PartBatches batches({own.begin(), own.end()}, 1 + random_() % 3);
      RepeatOptions options;
      static_cast<CutRule&>(options) = task_.rule;
      RepeatSigner signer;
      RepeatBatch batch;
      CutPartWriter writer(task_.groups);
      for (const DocumentBatch& some : batches.all()) {
        signer.sign(some, options, batch);
        writer.add(batch);
      }
      TaskOutput out(task_.groups);
      writer.finish(out);
      take(part, out);
    }
    sent_ = std::exchange(next_, {});
  }

  void run_step(const CutStep& step) {
    std::shuffle(sent_.begin(), sent_.end(), random_);
    for (std::uint32_t number = 0; number < task_.tasks(); ++number) {
      TaskInput arrived;
      for (const Sent& one : sent_) {
        if (one.to == number) arrived.add(one.kind, {one.from, one.bytes});
      }
      TaskOutput out(task_.tasks());
      step.run(task_, number, stored_of(number, step.stored), arrived, out);
      take(number, out);
    }
    sent_ = std::exchange(next_, {});
  }

  void take(std::uint32_t task, TaskOutput& out) {
    for (auto& [kind, blocks] : out.sent()) {
      for (OutgoingBlocks::Block& block : blocks.take())
        next_.push_back({kind, task, block.to, std::move(block.bytes)});
    }
    for (auto& [name, blocks] : out.stored()) stored_[task][name] = std::move(blocks);
    for (const auto& [name, count] : out.counts()) asked_ += count;
  }

  TaskInput stored_of(std::uint32_t number, std::span<const std::string_view> names) {
    TaskInput stored;
    for (const std::string_view name : names) {
      for (const std::string& block : stored_[number][std::string(name)]) {
        stored.add(std::string(name), {number, block});
      }
    }
    return stored;
  }

  const CutTask& task_;
  std::mt19937& random_;
  std::vector<std::map<std::string, std::vector<std::string>>> stored_;
  std::vector<Sent> sent_;
  std::vector<Sent> next_;
  std::uint64_t asked_ = 0;
  std::size_t rounds_ = 0;
};

DocumentParts some_parts(std::size_t documents, std::size_t parts, std::mt19937& random) {
  std::vector<std::uint32_t> begins = {0, static_cast<std::uint32_t>(documents)};
  while (begins.size() < parts + 1) begins.push_back(static_cast<std::uint32_t>(random() % (documents + 1)));
  std::sort(begins.begin(), begins.end());
  return DocumentParts(begins);
}

/// Documents of one to three texts of a few different sentences, some of them without words, separated in all ways.
PartTexts few_sentences(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto distinct = static_cast<std::uint32_t>(1 + random() % 8);
  const std::array<std::string, 4> separators{" ", "\n", "\n\n", "  \n \n\n"};
  PartTexts documents(random() % 24);
  for (std::vector<std::string>& document : documents) {
    document.resize(1 + random() % 3);
    for (std::string& text : document) {
      if (random() % 4 == 0) text = "\n";
      for (std::size_t count = random() % 12; count > 0; --count) {
        const std::uint64_t kind = random() % (distinct + 1);
        text += kind == distinct ? "* * *" : "这里有 x" + std::string(1, static_cast<char>('a' + kind)) + " schön 😀.";
        text += separators[random() % 4];
      }
    }
  }
  return documents;
}

RC_GTEST_PROP(CutTasks, FindWhatIsFoundOnOneMachine, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const PartTexts documents = few_sentences(*rc::gen::arbitrary<std::uint32_t>());
  CutTask task;
  task.rule.min_sentences = *rc::gen::inRange(1U, 5U);
  task.rule.min_tokens = *rc::gen::inRange(0U, 8U);
  task.parts = some_parts(documents.size(), *rc::gen::element<std::size_t>(1, 2, 7, 30), random);
  task.groups = *rc::gen::element<std::size_t>(1, 3, 9);
  task.memory.bytes = random() % 100'000;
  if (!documents.empty() && random() % 3 == 0) task.references = static_cast<DocId>(1 + random() % documents.size());
  CutCluster cluster(task, random);
  const FoundCuts found = cluster.run(documents);
  RC_TAG(std::to_string(cluster.rounds()) + " rounds");
  RC_ASSERT(found == found_by_finder(documents, task.rule, task.references));
  RC_ASSERT(cluster.rounds() <= std::bit_width(task.parts.size()));
}

/// A sentence that all documents have, beside another that alternately the document before or the next one has: so each
/// is equal to that of the document before, which is cut, too.
TEST(CutTasks, FollowAChainThroughAllPartsInFewRounds) {
  constexpr std::size_t kDocuments = 64;
  PartTexts documents;
  std::vector<std::uint32_t> begins{0};
  for (std::size_t i = 0; i < kDocuments; ++i) {
    const std::string left = "This is number " + std::to_string(i / 2) + " on the left.";
    const std::string right = "This is number " + std::to_string((i + 1) / 2) + " on the right.";
    documents.push_back({testing::text_of_sentences({left, "The same sentence is in each.", right})});
    begins.push_back(static_cast<std::uint32_t>(i + 1));
  }
  CutTask task;
  task.rule.min_sentences = 2;
  task.parts = DocumentParts(begins);
  task.groups = 3;
  std::mt19937 random(7);
  CutCluster cluster(task, random);
  const FoundCuts found = cluster.run(documents);
  EXPECT_EQ(found, found_by_finder(documents, task.rule, 0));
  EXPECT_EQ(found.counts.cut_sentences, 2 * (kDocuments - 1));
  EXPECT_EQ(std::count_if(found.runs.begin(), found.runs.end(),
                          [](const RepeatedRun& run) { return run.kept.document == 0; }),
            kDocuments - 1);
  EXPECT_EQ(cluster.rounds(), 6U);
}

TEST(CutTasks, MissingAndDamagedFilesOfAPartAreRefused) {
  CutTask task;
  TaskInput stored;
  stored.add("sentences", {0, "123"});
  EXPECT_THROW(CutPart(task, 0, stored), Error);
  TaskInput arrived;
  const std::uint32_t sentence = 3;
  const std::string block(reinterpret_cast<const char*>(&sentence), sizeof sentence);
  arrived.add("asked", {0, block});
  TaskOutput out(1);
  EXPECT_THROW(following_steps()[0].run(task, 0, TaskInput(), arrived, out), Error);
  TaskInput elsewhere;
  const std::string open = block_of(std::vector<KeptElsewhere>(1));
  elsewhere.add("elsewhere", {0, open});
  EXPECT_THROW(following_steps()[1].run(task, 0, elsewhere, TaskInput(), out), Error);
}

}  // namespace
}  // namespace cento
