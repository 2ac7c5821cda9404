#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "methods/ndd/collection_statistics.hpp"
#include "methods/qsign/sentence_reuse.hpp"
#include "methods/qsign/tasks/reuse_part_writer.hpp"
#include "methods/qsign/tasks/reuse_steps.hpp"
#include "methods/reuse_index.hpp"
#include "methods/task_cluster.hpp"

namespace cento {
namespace {

using testing::parts_of;
using testing::PartTexts;
using testing::ReuseIndex;

struct IdTexts {
  std::string id;
  PartTexts texts;
};

/// Asked document, part, sentence, bytes; known document, part, sentence, bytes; score.
using PlainPlaceOfReuse = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
using PlainReuse = std::tuple<PlainPlaceOfReuse, PlainPlaceOfReuse, double>;

struct FoundReuses {
  std::vector<PlainReuse> reused;
  std::uint64_t found = 0;
  std::uint64_t asked = 0;
  std::uint64_t left_out_candidates = 0;

  friend bool operator==(const FoundReuses&, const FoundReuses&) = default;
};

class Batch {
 public:
  explicit Batch(std::span<const IdTexts> documents) {
    for (const IdTexts& one : documents) batch_.add(one.id, parts_of(one.texts));
  }
  [[nodiscard]] const DocumentBatch& get() const { return batch_; }

 private:
  DocumentBatch batch_;
};

/// By an index of one segment of the known documents.
FoundReuses found_in_index(std::span<const IdTexts> documents, const ReuseTask& task) {
  const auto known = documents.first(task.known);
  const Batch batch(known);
  std::optional<DocumentFrequencies> statistics;
  if (task.has_word_counts) {
    StatisticsCounter counter(StatisticsOptions{});
    counter.add(*counter.sign(batch.get()));
    statistics = counter.finish().frequencies;
  }
  std::vector<PartTexts> texts;
  std::map<std::string, std::uint32_t> numbers;
  for (const IdTexts& one : known) texts.push_back(one.texts);
  const IndexOptions index = testing::reuse_options(task.shape.signature_bits, task.shape.word_bits);
  const auto view = std::make_shared<ReuseIndex>(texts, std::max<std::size_t>(1, texts.size()), index, statistics);
  for (std::uint32_t i = 0; i < known.size(); ++i) {
    std::uint32_t& number = numbers[known[i].id];
    if (number != 0 && task.known_has_ids) view->remove(number);
    number = i + 1;
  }
  ReuseFinder finder(view, task.options);
  FoundReuses found;
  for (std::uint32_t i = task.known; i < documents.size(); ++i) {
    const std::vector<Part> parts = parts_of(documents[i].texts);
    AnalyzedDocument document(parts);
    const bool have_ids = task.known_has_ids && task.asked_has_ids;
    const auto same = numbers.find(documents[i].id);
    std::uint32_t but = have_ids && same != numbers.end() ? same->second : 0;
    if (!have_ids && task.is_same) but = i - task.known + 1;
    ReuseAnswer answer;
    finder.ask(document, but, answer);
    found.left_out_candidates += answer.counts.left_out;
    for (const AskedSentence& asked : answer.sentences) {
      ++found.asked;
      found.found += asked.found;
      for (std::uint32_t k = asked.first_reused; k < asked.first_reused + asked.reused; ++k) {
        const ReusedSentence& one = answer.reused[k];
        found.reused.push_back({{i, asked.part, asked.sentence, asked.bytes.begin, asked.bytes.end},
                                {one.document.number - 1, one.part, one.sentence, one.bytes.begin, one.bytes.end},
                                one.score});
      }
    }
  }
  return found;
}

PlainPlaceOfReuse plain(const ReusePlace& place) {
  return {place.document, place.part, place.number, place.bytes.begin, place.bytes.end};
}

FoundReuses found_by_reuse_tasks(std::span<const IdTexts> documents, const ReuseTask& task, std::mt19937& random) {
  testing::TaskCluster cluster(task, random);
  cluster.read([&](std::uint32_t part, TaskOutput& out) {
    const Batch batch(documents.subspan(task.parts.begin(part), task.parts.end(part) - task.parts.begin(part)));
    ReusePartWriter writer(task.has_word_counts);
    writer.add(batch.get());
    writer.finish(task.groups, out);
  });
  cluster.run(reuse_steps());
  FoundReuses found;
  cluster.end(stored_for_reuse(), [&](const TaskInputs& inputs) {
    list_reuse(task, inputs, [&](const FoundReuse& one) {
      found.found += one.found;
      for (const OverlapHit& hit : one.reused) found.reused.push_back({plain(one.asked), plain(hit.place), hit.score});
    });
  });
  found.asked = cluster.count("asked_sentences");
  found.left_out_candidates = cluster.count("left_out_candidates");
  return found;
}

/// Documents of sentences that share words with others, some exactly, with ids that come again.
std::vector<IdTexts> random_id_texts(std::mt19937& random, std::size_t count) {
  std::vector<std::string> sentences;
  std::vector<IdTexts> documents(count);
  for (IdTexts& document : documents) {
    document.id = std::to_string(random() % 60);
    for (std::size_t part = 1 + random() % 2; part > 0; --part) {
      std::string text;
      for (std::size_t i = random() % 5; i > 0; --i) {
        std::string sentence;
        if (!sentences.empty() && random() % 2 == 0) sentence = sentences[random() % sentences.size()];
        for (std::size_t words = random() % (sentence.empty() ? 9 : 3); words > 0; --words) {
          sentence += " w" + std::to_string(random() % (random() % 2 == 0 ? 6 : 40));
        }
        sentences.push_back(sentence);
        text += "The" + sentence + ".\n\n";
      }
      document.texts.push_back(text);
    }
  }
  return documents;
}

RC_GTEST_PROP(ReuseTasks, FindWhatAnIndexFinds, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  std::vector<IdTexts> documents = random_id_texts(random, *rc::gen::element<std::size_t>(0, 6, 40));
  ReuseTask task;
  task.is_same = *rc::gen::arbitrary<bool>();
  task.known = static_cast<DocId>(task.is_same ? documents.size() : random() % (documents.size() + 1));
  if (task.is_same) {
    const std::vector<IdTexts> again = documents;
    documents.insert(documents.end(), again.begin(), again.end());
  }
  task.known_has_ids = *rc::gen::arbitrary<bool>();
  task.asked_has_ids = task.is_same ? task.known_has_ids : *rc::gen::arbitrary<bool>();
  task.has_word_counts = *rc::gen::arbitrary<bool>();
  task.options.way = *rc::gen::element(ReuseWay::words, ReuseWay::words, ReuseWay::qsign);
  task.options.formula =
      *rc::gen::element(OverlapFormula::normalised, OverlapFormula::normalised, OverlapFormula::paper);
  task.options.threshold = *rc::gen::element(0.2, 0.5, 0.7, 1.0);
  task.options.limit = *rc::gen::element(1U, 3U, 20U);
  const bool is_capped = task.options.way == ReuseWay::words && random() % 3 == 0;
  if (is_capped) task.options.most_candidates = 1 + random() % 30;
  task.shape = {*rc::gen::element(16U, 64U, 128U), 1 + static_cast<unsigned>(random() % 4)};
  task.parts = testing::random_parts(documents.size(), *rc::gen::element<std::size_t>(2, 3, 8), task.known, random);
  task.groups = *rc::gen::element<std::size_t>(1, 3, 9);
  task.memory.bytes = random() % 100'000;
  const FoundReuses expected = found_in_index(documents, task);
  RC_CLASSIFY(!expected.reused.empty(), "something is reused");
  RC_CLASSIFY(expected.found > expected.reused.size(), "beyond the limit");
  RC_CLASSIFY(expected.left_out_candidates > 0, "candidates are left out");
  const FoundReuses found = found_by_reuse_tasks(documents, task, random);
  RC_ASSERT(found.reused == expected.reused);
  RC_ASSERT(found.found == expected.found);
  RC_ASSERT(found.asked == expected.asked);
  if (task.options.way == ReuseWay::words) RC_ASSERT(found.left_out_candidates == expected.left_out_candidates);
}

}  // namespace
}  // namespace cento
