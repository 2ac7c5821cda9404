#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc/pdc.hpp"
#include "methods/pdc/pdc_memory.hpp"
#include "methods/pdc/sentences/sequence_run.hpp"
#include "methods/pdc/tasks/matching_tasks.hpp"
#include "methods/pdc/tasks/pdc_steps.hpp"
#include "methods/related_documents.hpp"

namespace cento {
namespace {

using testing::PartBatches;
using testing::PartTexts;

/// A passage in the form in which both the tasks and the finder can give it.
using PlainSide = std::array<std::uint64_t, 6>;  // document, part, sentences, bytes
using PlainPassage = std::tuple<PlainSide, PlainSide, std::uint32_t, float>;
/// Sentences, documents, and the places: document, part, first sentence, bytes.
using PlainPlaces = std::vector<std::array<std::uint64_t, 5>>;
using PlainFamily = std::tuple<std::uint32_t, std::uint32_t, PlainPlaces>;

struct Findings {
  std::vector<PlainPassage> passages;
  std::vector<PlainFamily> families;
  std::map<std::string, std::uint64_t> counts;

  friend bool operator==(const Findings&, const Findings&) = default;
};

PlainSide side_of(DocId document, std::uint32_t part, const PassageSide& where) {
  return {document, part, where.sentences.begin, where.sentences.end, where.bytes.begin, where.bytes.end};
}

Findings found_by_finder(const PartTexts& documents, const PdcOptions& options, DocId references) {
  PdcFinder finder(options);
  const PartBatches batches(documents, 1);
  DocId number = 0;
  for (const DocumentBatch& batch : batches.all()) {
    finder.add(*finder.read(batch));
    if (++number == references) finder.end_reference();
  }
  finder.find();
  SentenceRecall& recall = finder.recall();
  recall.begin_reading();
  for (const DocumentBatch& batch : batches.all()) recall.add(*recall.read(batch));
  recall.finish();
  Findings findings;
  LocateMemory memory;
  finder.for_each_batch([](std::span<const FoundPassage> some,
                           std::size_t) { return std::vector<FoundPassage>(some.begin(), some.end()); },
                        [&](const std::vector<FoundPassage>& some) {
                          for (const FoundPassage& one : some) {
                            const Passage passage = finder.locate(one, memory);
                            findings.passages.emplace_back(side_of(one.a.document, one.a.part, passage.a),
                                                           side_of(one.b.document, one.b.part, passage.b), one.matched,
                                                           one.similarity);
                          }
                        });
  std::sort(findings.passages.begin(), findings.passages.end());
  const SentenceSequence& sequence = finder.sequence();
  PlainVector<Position> scratch;
  Features features;
  for (const DocumentFamily& family : finder.families().list()) {
    PlainPlaces places;
    for (const Position place : finder.families().places_of(family, scratch)) {
      const ContentId content = sequence.content_of(place);
      const std::uint32_t first = place - sequence.begin_of(content);
      const Span bytes = sequence.bytes_of(content, {first, first + family.sentences}, features);
      for (const PartOfDocument& part : sequence.parts_with(content)) {
        places.push_back({part.document, part.part, first, bytes.begin, bytes.end});
      }
    }
    findings.families.emplace_back(family.sentences, family.documents, std::move(places));
  }
  const PdcCounts& counts = finder.counts();
  findings.counts = {{"sentences", sequence.sentences()},
                     {"distinct_sentences", sequence.distinct_sentences()},
                     {"near_sentence_pairs", counts.near_sentence_pairs},
                     {"families", counts.families},
                     {"family_places", counts.family_places},
                     {"families_without_pairs", counts.families_only},
                     {"proposed_pairs", counts.proposed_pairs},
                     {"identical_texts", counts.identical_documents},
                     {"capped", counts.capped_groups + counts.capped_columns + counts.capped_near_groups}};
  return findings;
}

/// An engine for the tasks: each gets bytes and gives bytes, in any order.
class Cluster {
 public:
  Cluster(const PdcTask& task, std::mt19937& random) : task_(task), random_(random), stored_(task.tasks()) {}

  Findings run(const PartTexts& documents) {
    read(documents);
    const std::span<const PdcStep> steps = pdc_steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (i == steps_before_large_keys()) large_keys_ = counts_["large_keys"];
      if (steps[i].is_needed(large_keys_)) run_step(steps[i]);
    }
    return findings();
  }

 private:
  struct Sent {
    std::string kind;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::string bytes;
  };
  using Files = std::map<std::string, std::vector<std::string>>;

  void read(const PartTexts& documents) {
    for (std::uint32_t part = 0; part < task_.parts.size(); ++part) {
      const auto own =
          std::span(documents).subspan(task_.parts.begin(part), task_.parts.end(part) - task_.parts.begin(part));
      const PartBatches batches({own.begin(), own.end()}, 1 + random_() % 3);
      PdcOptions options = task_.options;
      options.memory_bytes = std::uint64_t{1} << 26;
      SentenceReader reader(reader_options(sequence_options(options, PdcMemory(options)), 1));
      SentencesOfPartWriter writer(reader, task_.has_near());
      for (const DocumentBatch& batch : batches.all()) writer.add(batch, *reader.read(batch));
      TaskOutput out(task_.tasks());
      writer.finish(task_.groups, out);
      take(part, out);
    }
    sent_ = std::move(next_);
  }

  void take(std::uint32_t task, TaskOutput& out) {
    for (auto& [kind, blocks] : out.sent()) {
      for (OutgoingBlocks::Block& block : blocks.take())
        next_.push_back({kind, task, block.to, std::move(block.bytes)});
    }
    for (auto& [name, blocks] : out.stored()) stored_[task][name] = std::move(blocks);
    for (const auto& [name, count] : out.counts()) counts_[name] += count;
  }

  void run_step(const PdcStep& step) {
    std::shuffle(sent_.begin(), sent_.end(), random_);
    next_.clear();
    for (std::uint32_t number = 0; number < task_.tasks(); ++number) {
      TaskInput arrived;
      for (const Sent& one : sent_) {
        if (one.to == number) arrived.add(one.kind, {one.from, one.bytes});
      }
      TaskOutput out(task_.tasks());
      step.run(task_, number, stored_of(number, step), arrived, out);
      take(number, out);
    }
    sent_ = std::move(next_);
  }

  TaskInput stored_of(std::uint32_t number, const PdcStep& step) {
    TaskInput stored;
    for (const std::string_view name : step.stored) {
      for (const std::string& block : stored_[number][std::string(name)])
        stored.add(std::string(name), {number, block});
    }
    return stored;
  }

  template <typename Record>
  std::vector<Record> stored_records(std::uint32_t part, const std::string& name) {
    std::vector<Record> records;
    for (const std::string& block : stored_[part][name]) append_records(block, records);
    return records;
  }

  Findings findings() {
    Findings findings;
    for (const Sent& one : sent_) {
      if (one.kind != "listed") continue;
      std::vector<ListedPassage> listed;
      append_records(one.bytes, listed);
      for (const ListedPassage& passage : listed) {
        const auto plain = [](const ListedSide& side) {
          return side_of(side.document, side.part, {side.sentences, side.bytes});
        };
        findings.passages.emplace_back(plain(passage.a), plain(passage.b), passage.matched, passage.similarity);
      }
    }
    std::sort(findings.passages.begin(), findings.passages.end());
    add_families(findings);
    for (const char* name : {"sentences", "distinct_sentences", "near_sentence_pairs", "families", "family_places",
                             "families_without_pairs", "proposed_pairs", "identical_texts", "capped"}) {
      findings.counts[name] = counts_[name];
    }
    return findings;
  }

  void add_families(Findings& findings) {
    std::map<std::pair<GlobalPlace, std::uint32_t>, PlainPlaces> places;
    for (std::uint32_t number = 0; number < task_.parts.size(); ++number) {
      const PdcPart part(task_, number, everything_of(number));
      for (const FamilyPlace& place : stored_records<FamilyPlace>(number, "family_places")) {
        const std::uint32_t content = part.content_of(place.sentence);
        const std::uint32_t first = place.sentence - part.text(content).first_sentence;
        const Span bytes = packed_span(part.sentences().span_words_of(part.text(content)),
                                       SentenceRange{first, first + place.sentences()});
        for (const TextHolder& holder : part.holders(content)) {
          places[{place.first, place.sentences()}].push_back(
              {holder.document, holder.part_of_document, first, bytes.begin, bytes.end});
        }
      }
    }
    for (std::uint32_t number = 0; number < task_.parts.size(); ++number) {
      for (const FoundFamily& family : stored_records<FoundFamily>(number, "families")) {
        findings.families.emplace_back(family.sentences, family.documents,
                                       places[{place_in(number, family.first), family.sentences}]);
      }
    }
  }

  const TaskInput& everything_of(std::uint32_t number) {
    everything_ = TaskInput();
    for (const auto& [name, blocks] : stored_[number]) {
      for (const std::string& block : blocks) everything_.add(name, {number, block});
    }
    return everything_;
  }

  const PdcTask& task_;
  std::mt19937& random_;
  std::vector<Files> stored_;
  std::vector<Sent> sent_;
  std::vector<Sent> next_;
  std::map<std::string, std::uint64_t> counts_;
  std::uint64_t large_keys_ = 0;
  TaskInput everything_;
};

/// Divides documents among parts, some of which may be empty.
DocumentParts some_parts(std::size_t documents, std::size_t parts, std::mt19937& random) {
  std::vector<std::uint32_t> begins = {0, static_cast<std::uint32_t>(documents)};
  while (begins.size() < parts + 1) begins.push_back(static_cast<std::uint32_t>(random() % (documents + 1)));
  std::sort(begins.begin(), begins.end());
  return DocumentParts(begins);
}

PdcOptions some_options() {
  PdcOptions options;
  PassageOptions& passages = options.passages;
  passages.signature = *rc::gen::element<std::string>("shingle:1", "shingle:1", "shingle:2");
  passages.threshold = *rc::gen::element(0.8, 0.8, 0.9);
  passages.match = *rc::gen::element(SentenceMatching::exact, SentenceMatching::near, SentenceMatching::near);
  passages.edges = *rc::gen::element(PassageEdges::sentence, PassageEdges::word);
  passages.min_sentences = *rc::gen::inRange(1U, 5U);
  passages.max_gap = *rc::gen::inRange(0U, 3U);
  passages.within = *rc::gen::arbitrary<bool>();
  options.pairs_up_to = *rc::gen::element<std::uint32_t>(2, 3, 20, PdcOptions::kAll);
  return options;
}

RC_GTEST_PROP(PdcTasks, FindWhatIsFoundOnOneMachine, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const PartTexts documents = testing::related_documents(*rc::gen::arbitrary<std::uint32_t>());
  PdcTask task;
  task.options = some_options();
  task.parts = some_parts(documents.size(), *rc::gen::element<std::size_t>(1, 2, 7), random);
  task.groups = *rc::gen::element<std::size_t>(1, 3, 9);
  task.memory.bytes = random() % 100'000;
  task.window_sentences = *rc::gen::element<std::size_t>(1, 3, 5, 24);
  if (!documents.empty() && random() % 3 == 0) task.references = static_cast<DocId>(1 + random() % documents.size());
  const Findings expected = found_by_finder(documents, task.options, task.references);
  RC_TAG(expected.passages.empty() ? "no passages" : "passages");
  const Findings found = Cluster(task, random).run(documents);
  RC_ASSERT(found.passages == expected.passages);
  RC_ASSERT(found.families == expected.families);
  RC_ASSERT(found.counts == expected.counts);
}

/// More sentences with one part key than are all compared: their features travel to the group of the key.
TEST(PdcTasks, VeryManySimilarSentencesAreFoundAsOnOneMachine) {
  constexpr unsigned kSentences = 2500;
  PartTexts documents(5);
  for (std::size_t document = 0; document < documents.size(); ++document) {
    std::vector<std::string> sentences;
    for (unsigned i = 0; i < kSentences / 5; ++i) {
      const auto number = std::to_string(document * kSentences + i);
      sentences.push_back("See the note on page " + number + " of the great catalogue of the library in the north.");
    }
    documents[document].push_back(testing::text_of_sentences(sentences));
  }
  PdcTask task;
  task.options.passages.signature = "shingle:1";
  task.options.passages.threshold = 0.8;
  std::mt19937 random(7);
  task.parts = DocumentParts({0, 2, 3, 5});
  task.groups = 4;
  const Findings found = Cluster(task, random).run(documents);
  EXPECT_GT(found.counts.at("near_sentence_pairs"), 0U);
  EXPECT_EQ(found, found_by_finder(documents, task.options, 0));
}

TEST(PdcTasks, MissingFilesOfAPartAreRefused) {
  PdcTask task;
  TaskInput arrived;
  const std::uint32_t later = 3;
  const std::string block(reinterpret_cast<const char*>(&later), sizeof later);
  arrived.add("later_texts", {0, block});
  TaskOutput out(1);
  EXPECT_THROW(pdc_steps()[1].run(task, 0, TaskInput(), arrived, out), Error);
}

TEST(PdcTasks, DamagedFilesOfAPartAreRefused) {
  PdcTask task;
  TaskInput stored;
  stored.add("sentences", {0, "123"});
  EXPECT_THROW(PdcPart(task, 0, stored), Error);
  TaskInput arrived;
  arrived.add("windows", {0, "a window that is cut off"});
  TaskOutput out(1);
  const auto windows = std::find_if(pdc_steps().begin(), pdc_steps().end(),
                                    [](const PdcStep& step) { return step.name == "compare; long windows"; });
  EXPECT_THROW(windows->run(task, 0, TaskInput(), arrived, out), Error);
}

}  // namespace
}  // namespace cento
