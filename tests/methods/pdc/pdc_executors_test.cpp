#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/parallel/executor.hpp"
#include "methods/built_sequence.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc/family_search.hpp"
#include "methods/pdc/matching/passage_proposals.hpp"
#include "methods/pdc/pdc.hpp"
#include "methods/pdc/pdc_run.hpp"
#include "methods/related_documents.hpp"
#include "naive_executor.hpp"

namespace cento {
namespace {

using testing::BuiltSequence;
using testing::NaiveExecutor;
using testing::PartBatches;
using testing::PartTexts;

/// A family with its places, wherever they are kept.
struct PlainFamily {
  std::uint32_t sentences = 0;
  std::uint32_t documents = 0;
  std::vector<Position> places;

  friend bool operator==(const PlainFamily&, const PlainFamily&) = default;
};

std::vector<PlainFamily> plain(const DocumentFamilies& families) {
  std::vector<PlainFamily> all;
  PlainVector<Position> scratch;
  for (const DocumentFamily& family : families.list()) {
    const auto places = families.places_of(family, scratch);
    all.push_back({family.sentences, family.documents, {places.begin(), places.end()}});
  }
  return all;
}

/// All that method pdc finds in a collection.
struct PdcFindings {
  std::vector<FoundPassage> passages;
  std::vector<DocPair> document_pairs;
  std::vector<PlainFamily> families;
  std::vector<std::uint64_t> counts;

  friend bool operator==(const PdcFindings&, const PdcFindings&) = default;
};

/// All but the bytes that were spilled, which depend on the memory.
std::vector<std::uint64_t> plain(const PdcCounts& counts) {
  return {counts.identical_documents, counts.near_sentence_pairs, counts.families,          counts.family_places,
          counts.families_only,       counts.identical_only,      counts.proposed_pairs,    counts.passages,
          counts.capped_groups,       counts.capped_columns,      counts.capped_near_groups};
}

/// What is to be found in which documents.
struct PdcCase {
  PartTexts documents;
  PdcOptions options;
  DocId references = 0;
  std::vector<std::pair<DocId, DocId>> pairs;
};

using Passages = std::vector<FoundPassage>;

template <typename Executor>
Passages all_passages(PdcRun<Executor>& run, std::uint64_t made_bytes) {
  Passages all;
  run.found().hand_on_batches(
      made_bytes,
      [](std::span<const FoundPassage> some, std::size_t) {
        return std::make_unique<PassedValue<Passages>>(Passages(some.begin(), some.end()));
      },
      [&](PassedOn& made) {
        const Passages& some = PassedValue<Passages>::in(made);
        all.insert(all.end(), some.begin(), some.end());
      });
  return all;
}

template <typename Executor>
PdcFindings find_with(Executor& executor, const PdcCase& given) {
  const PartBatches batches(given.documents);
  const PdcMemory memory(given.options);
  SentenceReader reader(reader_options(sequence_options(given.options, memory), executor.workers()));
  PdcRun<Executor> run(given.options, memory, reader, executor);
  for (const DocumentBatch& batch : batches.all()) run.index(*reader.read(batch));
  reader.end();
  if (given.references > 0) run.reported().set_references(given.references);
  if (!given.pairs.empty()) run.reported().list(given.pairs);
  run.end_indexing();
  run.find_duplicate_sentences();
  run.match_sequences();
  PdcFindings findings;
  findings.document_pairs = run.found().document_pairs();
  findings.families = plain(run.families());
  findings.counts = plain(run.counts());
  findings.passages = all_passages(run, memory.made.bytes);
  return findings;
}

PdcCase some_case() {
  PdcCase given;
  given.documents = testing::related_documents(*rc::gen::arbitrary<std::uint32_t>());
  PassageOptions& passages = given.options.passages;
  // Sentences that differ in one of ten words are near with these; by a join below 0.8, else by keys of parts.
  passages.signature = *rc::gen::element<std::string>("shingle:1", "shingle:1", "shingle:2");
  passages.threshold = *rc::gen::element(0.5, 0.6, 0.8, 0.8, 0.9);
  passages.match = *rc::gen::element(SentenceMatching::exact, SentenceMatching::near, SentenceMatching::near,
                                     SentenceMatching::loose);
  passages.edges = *rc::gen::element(PassageEdges::sentence, PassageEdges::word);
  passages.min_sentences = *rc::gen::inRange(1U, 5U);
  passages.max_gap = *rc::gen::inRange(0U, 3U);
  passages.within = *rc::gen::arbitrary<bool>();
  given.options.pairs_up_to = *rc::gen::element<std::uint32_t>(2, 3, 20, PdcOptions::kAll);
  given.options.memory_bytes = *rc::gen::element<std::uint64_t>(0, 100'000, std::uint64_t{1} << 24);
  const auto documents = static_cast<DocId>(given.documents.size());
  if (documents > 0 && *rc::gen::inRange(0, 3) == 0) given.references = *rc::gen::inRange<DocId>(0, documents + 1);
  if (documents > 1 && *rc::gen::inRange(0, 4) == 0) {
    for (DocId a = 0; a + 1 < documents; a += 2) given.pairs.emplace_back(a, a + 1);
  }
  return given;
}

RC_GTEST_PROP(PdcRun, FindsTheSameUnderEveryExecutor, ()) {
  const PdcCase given = some_case();
  NaiveExecutor naive(*rc::gen::arbitrary<std::uint32_t>());
  const PdcFindings expected = find_with(naive, given);
  RC_TAG(expected.passages.empty() ? "no passages" : "passages");
  RC_ASSERT(std::is_sorted(expected.passages.begin(), expected.passages.end()));
  for (const std::size_t threads : {1U, 3U}) {
    LocalExecutor executor(threads, given.options.memory_bytes, "");
    RC_ASSERT(find_with(executor, given) == expected);
  }
}

RC_GTEST_PROP(PdcRun, FindsWhatTheFinderDoes, ()) {
  PdcCase given = some_case();
  given.references = 0;
  given.pairs.clear();
  PdcFinder finder(given.options);
  const PartBatches batches(given.documents);
  for (const DocumentBatch& batch : batches.all()) finder.add(*finder.read(batch));
  finder.find();
  Passages found;
  finder.for_each_batch(
      [](std::span<const FoundPassage> some, std::size_t) { return Passages(some.begin(), some.end()); },
      [&](const Passages& some) { found.insert(found.end(), some.begin(), some.end()); });
  NaiveExecutor naive(*rc::gen::arbitrary<std::uint32_t>());
  const PdcFindings expected = find_with(naive, given);
  RC_ASSERT(found == expected.passages);
  RC_ASSERT(plain(finder.families()) == expected.families);
  RC_ASSERT(plain(finder.counts()) == expected.counts);
}

/// What the first two jobs and the proposals of the third give.
struct SequenceFindings {
  std::vector<std::uint32_t> classes;
  std::uint64_t distinct_sentences = 0;
  std::vector<NearPair> near;
  std::vector<PlainFamily> families;
  std::vector<ProposedContents> proposed;

  friend bool operator==(const SequenceFindings&, const SequenceFindings&) = default;
};

template <typename Executor>
SequenceFindings sequence_with(Executor& executor, const PdcCase& given, SelfMatching selves) {
  const PdcMemory memory(given.options);
  BuiltSequence<Executor> built(PartBatches(given.documents), sequence_options(given.options, memory), executor);
  SequenceFindings findings;
  findings.classes = built.classes();
  findings.distinct_sentences = built->distinct_sentences();
  findings.near = built.find_near();
  const NearClasses near(findings.near, findings.classes.size());
  FamilyChoice choice;
  choice.least_sentences = given.options.passages.min_sentences;
  choice.within = given.options.passages.within;
  const DocumentFamilies families = find_families(*built, choice, {memory.family_places, ""}, executor);
  findings.families = plain(families);
  PassageProposals<Executor> proposals(*built, near, selves, executor);
  proposals.add_families(families, given.options.pairs_up_to);
  proposals.add_near(choice.least_sentences, given.options.pairs_up_to);
  std::mutex mutex;
  proposals.for_each([&](const ProposedContents& pair, bool, std::size_t) {
    const std::lock_guard lock(mutex);
    findings.proposed.push_back(pair);
  });
  std::sort(findings.proposed.begin(), findings.proposed.end());
  return findings;
}

RC_GTEST_PROP(SequenceRun, GivesTheSameUnderEveryExecutor, ()) {
  const PdcCase given = some_case();
  const SelfMatching selves = *rc::gen::element(SelfMatching::none, SelfMatching::copies, SelfMatching::all);
  NaiveExecutor naive(*rc::gen::arbitrary<std::uint32_t>());
  const SequenceFindings expected = sequence_with(naive, given, selves);
  RC_TAG(expected.near.empty() ? "no near sentences" : "near sentences");
  for (const std::size_t threads : {1U, 3U}) {
    LocalExecutor executor(threads, given.options.memory_bytes, "");
    RC_ASSERT(sequence_with(executor, given, selves) == expected);
  }
}

}  // namespace
}  // namespace cento
