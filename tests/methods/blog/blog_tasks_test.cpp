#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "methods/blog/blog.hpp"
#include "methods/blog/tasks/blog_part_writer.hpp"
#include "methods/blog/tasks/blog_steps.hpp"
#include "methods/ndd/collection_statistics.hpp"
#include "methods/part_documents.hpp"
#include "methods/task_cluster.hpp"

namespace cento {
namespace {

using testing::PartBatches;
using testing::PartTexts;

struct FoundReports {
  std::vector<BlogReport> reports;
  BlogCounts counts;
};

/// As a scan does: words are counted in the inputs, then all is compared.
FoundReports found_by_finder(const PartTexts& documents, const BlogRule& rule, const BlogReference& reference) {
  const PartBatches inputs({documents.begin() + reference.documents, documents.end()});
  StatisticsCounter counter(StatisticsOptions{});
  for (const DocumentBatch& batch : inputs.all()) counter.add(*counter.sign(batch));
  const DocumentFrequencies tokens = counter.finish().frequencies;
  BlogOptions options;
  static_cast<BlogRule&>(options) = rule;
  options.tokens = &tokens;
  BlogFinder finder(options);
  const PartBatches known({documents.begin(), documents.begin() + reference.documents});
  for (const DocumentBatch& batch : known.all()) finder.add(*finder.sign(batch));
  if (reference.exists) finder.end_reference();
  for (const DocumentBatch& batch : inputs.all()) finder.add(*finder.sign(batch));
  FoundReports found;
  found.counts = finder.find([&](const BlogReport& report) { found.reports.push_back(report); });
  return found;
}

FoundReports found_by_tasks(const PartTexts& documents, const BlogTask& task, std::mt19937& random) {
  testing::TaskCluster cluster(task, random);
  cluster.read([&](std::uint32_t part, TaskOutput& out) {
    const auto own =
        std::span(documents).subspan(task.parts.begin(part), task.parts.end(part) - task.parts.begin(part));
    const PartBatches batches({own.begin(), own.end()}, 1 + random() % 3);
    BlogPartWriter writer;
    for (const DocumentBatch& batch : batches.all()) writer.add(batch);
    writer.finish(task.groups, out);
  });
  cluster.run(blog_steps());
  FoundReports found;
  cluster.end(stored_for_blog_reports(), [&](const TaskInputs& inputs) {
    report_part(task, inputs, [&](const BlogReport& report) { found.reports.push_back(report); });
  });
  found.counts = {cluster.count("sentences"),
                  cluster.count("without_fingerprint"),
                  cluster.count("left_out"),
                  cluster.count("left_out_occurrences"),
                  cluster.count("known_sentences"),
                  cluster.count("reported_documents"),
                  0};
  return found;
}

/// Documents of a few parts with sentences of a word or more; some sentences are in most documents, some have the same
/// words in another order, some only common words.
PartTexts random_documents(std::mt19937& random, std::size_t count) {
  PartTexts documents(count);
  for (std::vector<std::string>& parts : documents) {
    for (std::size_t part = 1 + (random() % 4 == 0 ? random() % 3 : 0); part > 0; --part) {
      std::vector<std::string> sentences;
      for (std::size_t i = random() % 9; i > 0; --i) {
        const auto number = std::to_string(random() % (random() % 3 == 0 ? 3 : 60));
        const bool is_turned = random() % 3 == 0;
        sentences.push_back(random() % 12 == 0 ? "The usual."
                            : is_turned        ? "Usual is w" + number + " the known."
                                               : "The known w" + number + " is usual.");
      }
      parts.push_back(testing::text_of_sentences(sentences));
    }
  }
  return documents;
}

RC_GTEST_PROP(BlogTasks, FindWhatIsFoundOnOneMachine, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const PartTexts documents = random_documents(random, *rc::gen::element<std::size_t>(0, 5, 30, 60));
  BlogTask task;
  task.rule.df_cutoff = *rc::gen::element(0.3, 0.6, 1.0, 2.0, 7.0, 1000.0);
  task.rule.max_repeats = *rc::gen::inRange(2U, 30U);
  task.rule.collisions = *rc::gen::inRange(0U, 4U);
  task.reference.exists = *rc::gen::arbitrary<bool>();
  if (task.reference.exists) task.reference.documents = static_cast<DocId>(random() % (documents.size() + 1));
  task.parts = testing::random_parts(documents.size(), *rc::gen::element<std::size_t>(2, 3, 8),
                                     task.reference.documents, random);
  task.groups = *rc::gen::element<std::size_t>(1, 3, 9);
  task.memory.bytes = random() % 100'000;
  const FoundReports expected = found_by_finder(documents, task.rule, task.reference);
  RC_CLASSIFY(!expected.reports.empty(), "something is reported");
  RC_CLASSIFY(expected.counts.left_out > 0, "sentences are left out");
  RC_CLASSIFY(task.reference.exists, "with a reference");
  const FoundReports found = found_by_tasks(documents, task, random);
  RC_ASSERT(found.reports == expected.reports);
  BlogCounts counts = expected.counts;
  counts.spilled_bytes = 0;
  RC_ASSERT(found.counts == counts);
}

TEST(BlogTasks, MissingFilesOfAPartAreRefused) {
  BlogTask task;
  TaskInput arrived;
  const std::uint32_t common = 3;
  const std::string block(reinterpret_cast<const char*>(&common), sizeof common);
  arrived.add("common", {0, block});
  TaskOutput out(1);
  EXPECT_THROW(blog_steps()[1].work(task, {0, TaskInput(), arrived}, out), Error);
}

}  // namespace
}  // namespace cento
