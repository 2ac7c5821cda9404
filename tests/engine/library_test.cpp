// The public functions, each with a few documents.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cento/compare.hpp"
#include "cento/dedup.hpp"
#include "cento/error.hpp"
#include "cento/index.hpp"
#include "cento/pairs.hpp"
#include "cento/scan.hpp"
#include "cento/text.hpp"
#include "cento/threads.hpp"
#include "engine/collected.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

using testing::CollectedPairs;
using testing::CollectedPassages;
using testing::CollectedRemovals;
using testing::CollectedThreads;
using testing::TempFolder;

const std::string kFerry =
    "The ferry to the island leaves at nine in the morning. Tickets are sold on board. Dogs travel free of charge.";
const std::string kBread = "Bread is baked before dawn in the old mill by the river.";

DocumentSource news() {
  return DocumentSource({{"wire", kFerry + " The crossing takes an hour."},
                         {"mill", kBread},
                         {"paper", "Our harbour has news. " + kFerry},
                         {"copy", kFerry + " The crossing takes an hour."}});
}

TEST(Library, FindsPairs) {
  CollectedPairs found;
  PairsOptions options;
  options.threshold = 0.5;
  const PairsSummary summary = pairs(news(), options, found);
  EXPECT_EQ(summary.documents, 4U);
  EXPECT_EQ(summary.pairs, 3U);
  EXPECT_EQ(summary.identical_documents, 1U);
  EXPECT_EQ(summary.clusters, 1U);
  EXPECT_NE(found.pairs.find(R"({"a":"wire","b":"copy","similarity":1,)"), std::string::npos) << found.pairs;
  EXPECT_NE(found.clusters.find(R"({"id":"paper","cluster":"wire","kept":false)"), std::string::npos);
}

TEST(Library, FindsWhatToRemove) {
  CollectedRemovals found;
  const DedupSummary summary = dedup(news(), {}, found);
  EXPECT_EQ(summary.kept, 3U);
  EXPECT_EQ(summary.removed, 1U);
  EXPECT_EQ(found.removals,
            R"({"id":"copy","place":"documents, line 4","kept":"wire","kept_place":"documents, line 1",)"
            R"("similarity":1,"contained":1,"contained_by":1,"reason":"identical"})"
            "\n");
}

TEST(Library, FindsWhatToCut) {
  CollectedRemovals found;
  DedupOptions options;
  options.level = DedupLevel::passage;
  const DedupSummary summary = dedup(news(), options, found);
  EXPECT_EQ(summary.cuts, 2U);
  EXPECT_EQ(summary.cut_sentences, 7U);
  EXPECT_NE(found.cuts.find(R"("kept":{"id":"wire")"), std::string::npos) << found.cuts;
}

TEST(Library, RemovesWhatTheReferenceContains) {
  CollectedRemovals found;
  DedupOptions options;
  options.against = DocumentSource(std::vector<TextDocument>{{"known", kBread}});
  EXPECT_EQ(dedup(news(), options, found).removed, 2U);
  EXPECT_NE(found.removals.find(R"({"id":"mill",)"), std::string::npos);
  EXPECT_NE(found.removals.find(R"("reason":"reference"})"), std::string::npos);
}

TEST(Library, FindsPassages) {
  CollectedPassages found;
  const ScanSummary summary = scan(news(), {}, found);
  EXPECT_EQ(summary.passages, 3U);
  EXPECT_EQ(summary.document_pairs, 3U);
  EXPECT_EQ(summary.families, 2U);
  EXPECT_NE(found.lines.passages.find(R"({"a":{"id":"wire","sentences":[0,3],"bytes":[0,109]},)"
                                      R"("b":{"id":"paper","sentences":[1,4],"bytes":[22,131]})"),
            std::string::npos)
      << found.lines.passages;
}

TEST(Library, FindsThreads) {
  const auto thread = [](std::string id, std::string title) {
    return TextDocument(std::move(id), {{"title", std::move(title)}, {"description", "I tried everything."}});
  };
  CollectedThreads found;
  const ThreadsSummary summary = threads(
      DocumentSource({thread("q1", "How do I sharpen a kitchen knife?"), thread("q2", "Where do swallows sleep?"),
                      thread("q3", "How do I sharpen a kitchen knife at home?")}),
      {}, found);
  EXPECT_EQ(summary.pairs, 1U);
  EXPECT_NE(found.pairs.find(R"({"a":"q1","b":"q3")"), std::string::npos) << found.pairs;
}

TEST(Library, ComparesTwoDocuments) {
  const DocumentComparison found = compare({"a", kFerry}, {"b", "Our harbour has news. " + kFerry});
  ASSERT_EQ(found.passages.size(), 1U);
  EXPECT_EQ(found.passages[0].b.bytes, (Span{22, 131}));
  EXPECT_DOUBLE_EQ(found.share_a, 1);
  EXPECT_LT(found.share_b, 1);
}

TEST(Library, CutsTextIntoSentencesAndWords) {
  EXPECT_EQ(sentences_of("One. Two!"), (std::vector<Span>{{0, 4}, {5, 9}}));
  const std::vector<Token> tokens = tokens_of("Tea, TEA");
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[1].bytes, (Span{5, 8}));
  EXPECT_EQ(tokens[0].hash, tokens[1].hash);
  EXPECT_THROW(sentences_of("\xff"), Error);
}

TEST(Library, KeepsAnIndex) {
  const TempFolder folder;
  Index index = Index::create(folder / "archive");
  EXPECT_EQ(index.add(news()).added, 4U);
  EXPECT_EQ(index.size(), 4U);
  const QueryAnswer answer = index.ask({"new", "Our harbour has news. " + kFerry});
  const std::vector<TextDocument> questions(9, TextDocument("new", "Our harbour has news. " + kFerry));
  RunOptions run;
  run.threads = 3;
  for (const QueryAnswer& one : index.ask_many(questions, {}, run)) {
    ASSERT_EQ(one.passages.size(), answer.passages.size());
    EXPECT_EQ(one.passages.front().id, answer.passages.front().id);
  }
  std::stop_source stop;
  stop.request_stop();
  run.stop = stop.get_token();
  EXPECT_THROW(static_cast<void>(index.ask_many(questions, {}, run)), Stopped);
  EXPECT_EQ(answer.identical, (std::vector<std::string>{"paper"}));
  ASSERT_FALSE(answer.passages.empty());
  EXPECT_FALSE(answer.is_incomplete);
  EXPECT_TRUE(index.remove("paper"));
  EXPECT_FALSE(index.remove("paper"));
  EXPECT_TRUE(Index(folder / "archive").ask({"new", "Our harbour has news. " + kFerry}).identical.empty());
  EXPECT_THROW(Index(folder / "nothing"), Error);
}

TEST(Library, RefusesOptionsOutOfRange) {
  CollectedPairs found;
  PairsOptions options;
  options.threshold = 2;
  EXPECT_THROW(pairs(news(), options, found), UsageError);
}

TEST(Library, HandsOnWhatCannotBeUsed) {
  std::vector<std::string> rejected;
  RunOptions run;
  run.on_reject = [&](const RejectRecord& record) {
    rejected.push_back(std::string(record.place) + ": " + std::string(record.reason));
  };
  CollectedPairs found;
  const PairsSummary summary = pairs(DocumentSource({{"good", "Some words."}, {"bad", "caf\xe9"}}), {}, found, run);
  EXPECT_EQ(summary.documents, 1U);
  EXPECT_EQ(summary.rejected_records, 1U);
  EXPECT_EQ(rejected, (std::vector<std::string>{"documents, line 2: the text is not valid UTF-8"}));
  run.strict = true;
  EXPECT_THROW(pairs(DocumentSource({{"good", "Some words."}, {"bad", "caf\xe9"}}), {}, found, run), Error);
}

}  // namespace
}  // namespace cento
