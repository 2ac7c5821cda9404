#include "methods/loose/loose_passages.hpp"

#include <array>
#include <deque>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "methods/word_documents.hpp"

namespace cento {
namespace {

const std::string kHarbour =
    "The old harbour was dredged again last autumn because silt had closed the eastern channel. Engineers measured the "
    "current below the lighthouse and proposed a second breakwater. Their report warns that larger ferries will damage "
    "the wooden quay within ten years.";
const std::string kHarbourRetold =
    "Last autumn the old harbour was again dredged, as silt had closed its eastern channel. Below the lighthouse the "
    "engineers measured currents and a second breakwater was proposed. Larger ferries, their report warns, will damage "
    "the wooden quay in ten years.";
const std::string kBread =
    "Sourdough needs patience more than any special flour. Knead gently and let the dough rest overnight in a cool "
    "pantry. Bake with plenty of steam so that the crust stays thin.";

void add_all(const testing::Batches& batches, LoosePassageFinder& finder) {
  for (const DocumentBatch& batch : batches.all()) finder.add(*finder.sign(batch));
}

LoosePassages find(const std::vector<std::string>& texts, const LoosePassageOptions& options = {}) {
  const testing::Batches batches(texts);
  LoosePassageFinder finder(options);
  add_all(batches, finder);
  return finder.find();
}

TEST(LoosePassages, FindsARetoldText) {
  const std::vector<std::string> texts = {kBread + "\n\n" + kHarbour, "", kBread.substr(0, 54), kHarbourRetold};
  const LoosePassages found = find(texts);
  ASSERT_EQ(found.passages.size(), 1U);
  const LoosePassage& one = found.passages[0];
  EXPECT_EQ(one.a, 0U);
  EXPECT_EQ(one.b, 3U);
  EXPECT_EQ(one.passage.a.bytes.of(texts[0]), kHarbour);
  EXPECT_EQ(one.passage.b.bytes.of(texts[3]), kHarbourRetold);
  EXPECT_EQ(one.passage.a.sentences, (SentenceRange{3, 6}));
  EXPECT_EQ(one.passage.matched, 3U);
  EXPECT_EQ(found.counts.compared_pairs, 3U);
  EXPECT_EQ(found.counts.capped_pairs, 0U);
}

TEST(LoosePassages, FindsAChineseTextWithItsSentencesRewritten) {
  const std::string text =
      "北方的河流在冬天结冰，渔民们把船拉到岸上修理。村里的孩子在冰面上追逐，直到天色变暗。老人坐在炉边讲述很久以前的洪"
      "水。";
  const std::string rewritten =
      "冬天北方的河流结冰，渔民们便把船拉到岸上来修理。直到天色变暗，村里的孩子还在冰面上追逐。炉边的老人讲述着很久以前"
      "的洪水。";
  const std::string other =
      "城市中心的图书馆每周三晚上举办音乐会，门票可以提前在网上购买。演出结束以后，观众常常留下来与演奏者交谈到深夜才回"
      "家。";
  const std::vector<std::string> texts = {other + text, rewritten + "以上是另一篇文章的开头。", other.substr(0, 90)};
  const LoosePassages found = find(texts);
  ASSERT_GE(found.passages.size(), 1U);
  EXPECT_EQ(found.passages[0].a, 0U);
  EXPECT_EQ(found.passages[0].b, 1U);
  EXPECT_EQ(found.passages[0].passage.a.sentences, (SentenceRange{2, 5}));
  EXPECT_EQ(found.passages[0].passage.b.sentences, (SentenceRange{0, 3}));
}

TEST(LoosePassages, FindsNothingInChineseTextsThatShareCharactersOnly) {
  const std::string text =
      "北方的河流在冬天结冰，渔民们把船拉到岸上修理。村里的孩子在冰面上追逐，直到天色变暗。老人坐在炉边讲述很久以前的洪"
      "水。";
  const std::string other =
      "城市中心的图书馆每周三晚上举办音乐会，门票可以提前在网上购买。演出结束以后，观众常常留下来与演奏者交谈到深夜才回"
      "家。";
  EXPECT_TRUE(find({text, other}).passages.empty());
}

TEST(LoosePassages, StayWithinTheirParts) {
  DocumentBatch batch;
  const std::array<Part, 2> first = {Part{"title", kBread}, Part{"body", kHarbour}};
  const std::array<Part, 3> second = {Part{"title", kHarbourRetold}, Part{"empty", ""}, Part{"body", kBread}};
  batch.add("first", first);
  batch.add("second", second);
  LoosePassageFinder finder({});
  finder.add(*finder.sign(batch));
  const LoosePassages found = finder.find();
  ASSERT_EQ(found.passages.size(), 2U);
  EXPECT_EQ(found.passages[0].part_a, 0U);
  EXPECT_EQ(found.passages[0].part_b, 2U);
  EXPECT_EQ(found.passages[1].part_a, 1U);
  EXPECT_EQ(found.passages[1].part_b, 0U);
  EXPECT_EQ(found.passages[1].passage.a.bytes.of(kHarbour), kHarbour);
}

TEST(LoosePassages, ComparesThePairsThatAreNamed) {
  const testing::Batches batches({kHarbour, kHarbourRetold, kHarbour});
  LoosePassageFinder finder({});
  add_all(batches, finder);
  const LoosePassages found = finder.find_in({{2, 1}, {1, 2}, {1, 1}});
  ASSERT_EQ(found.passages.size(), 1U);
  EXPECT_EQ(found.passages[0].a, 1U);
  EXPECT_EQ(found.passages[0].b, 2U);
  EXPECT_EQ(found.counts.compared_pairs, 1U);
}

TEST(LoosePassages, ComparesReferencesWithTheOthersAndPairsKnownOtherwise) {
  const std::vector<std::string> texts = {kHarbour, kHarbour, kHarbourRetold, kHarbour};
  const auto pairs_found = [&](const std::vector<DocPair>& known) {
    const testing::Batches batches(texts);
    LoosePassageFinder finder({});
    add_all(batches, finder);
    std::vector<DocPair> pairs;
    for (const LoosePassage& one : finder.find(2, known).passages) pairs.emplace_back(one.a, one.b);
    return pairs;
  };
  EXPECT_EQ(pairs_found({}), (std::vector<DocPair>{{0, 2}, {0, 3}, {1, 2}, {1, 3}}));
  EXPECT_EQ(pairs_found({{3, 2}}), (std::vector<DocPair>{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
}

/// Documents of sentences of random words; every third has sentences of an earlier one, their words shuffled.
std::vector<std::string> random_collection(std::size_t count) {
  std::mt19937 random(11);
  std::vector<std::vector<std::vector<std::string>>> documents;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::vector<std::string>> sentences(12);
    for (auto& sentence : sentences) {
      for (std::size_t words = 6 + random() % 8; words > 0; --words) {
        sentence.push_back("w" + std::to_string(random() % 4000));
      }
    }
    if (i % 3 == 2) {
      const auto& from = documents[random() % i];
      for (std::size_t s = 3; s < 8; ++s) {
        sentences[s] = from[s + 2];
        std::shuffle(sentences[s].begin(), sentences[s].end(), random);
      }
    }
    documents.push_back(sentences);
  }
  std::vector<std::string> texts;
  for (const auto& sentences : documents) {
    std::string& text = texts.emplace_back();
    for (const auto& sentence : sentences) {
      text += "Here";
      for (const std::string& word : sentence) text += " " + word;
      text += ". ";
    }
  }
  return texts;
}

TEST(LoosePassages, AreTheSameForAnyNumberOfThreadsAndLittleMemory) {
  const std::vector<std::string> texts = random_collection(240);
  const LoosePassages one = find(texts);
  EXPECT_GE(one.passages.size(), 75U);
  for (const std::size_t threads : {2U, 5U}) {
    LoosePassageOptions options;
    options.threads = threads;
    options.memory_bytes = std::uint64_t{1} << 18;
    const LoosePassages other = find(texts, options);
    EXPECT_EQ(other.passages, one.passages);
    EXPECT_EQ(other.counts.proposals.candidate_pairs, one.counts.proposals.candidate_pairs);
    EXPECT_GT(other.counts.spilled_bytes, 0U);
  }
}

TEST(LoosePassages, CountsPairsThatABoundCut) {
  LoosePassageOptions options;
  options.matching.max_seeds = 2;
  const LoosePassages found = find({kHarbour, kHarbourRetold, kBread}, options);
  EXPECT_EQ(found.counts.capped_pairs, 1U);
  EXPECT_EQ(found.counts.limits.seeds, 1U);
}

TEST(LoosePassages, OfNoDocumentsAreNone) {
  EXPECT_TRUE(find({}).passages.empty());
  EXPECT_TRUE(find({"", ""}).passages.empty());
}

}  // namespace
}  // namespace cento
