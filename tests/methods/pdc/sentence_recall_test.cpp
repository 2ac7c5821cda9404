#include "methods/pdc/sentences/sentence_recall.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "cento/error.hpp"
#include "methods/built_sequence.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc/pdc.hpp"

namespace cento {
namespace {

using testing::PartBatches;
using testing::PartTexts;

/// Reads documents, finds passages, reads again.
class Recalled {
 public:
  explicit Recalled(const PartTexts& documents, const PdcOptions& options = {}) : finder_(options) {
    const PartBatches batches(documents);
    for (const DocumentBatch& batch : batches.all()) finder_.add(*finder_.read(batch));
    finder_.find();
    finder_.for_each_batch(
        [](std::span<const FoundPassage> batch, std::size_t) {
          return std::vector<FoundPassage>(batch.begin(), batch.end());
        },
        [&](const std::vector<FoundPassage>& batch) { found_.insert(found_.end(), batch.begin(), batch.end()); });
  }

  void read_again(const PartTexts& documents) {
    const PartBatches batches(documents, 1);
    for (const DocumentBatch& batch : batches.all()) finder_.recall().add(*finder_.recall().read(batch));
    finder_.recall().finish();
  }

  [[nodiscard]] const std::vector<FoundPassage>& passages() const { return found_; }
  [[nodiscard]] Passage locate(std::size_t number) const {
    LocateMemory memory;
    return finder_.locate(found_[number], memory);
  }
  PdcFinder& operator*() { return finder_; }
  PdcFinder* operator->() { return &finder_; }

 private:
  PdcFinder finder_;
  std::vector<FoundPassage> found_;
};

const std::string kShared =
    "The mill stood at the bend of the river. Its wheel had not turned for thirty years. Children used to dare each "
    "other to climb through the window.";

TEST(WordEdges, MoveToWhereTheSharedWordingEnds) {
  const std::string a = "It was a grey day. " + kShared + " One of them fell into the cellar and broke an arm.";
  const std::string b = "Nobody had noticed it yet. " + kShared + " One of them fell into the water instead.";
  Recalled found({{a}, {b}});
  ASSERT_EQ(found.passages().size(), 1U);
  const std::string whole = kShared;
  EXPECT_EQ(found.locate(0).a.bytes.of(a), whole) << "before reading again it ends with sentences";
  EXPECT_TRUE(found->recall().wants_anything());
  found.read_again({{a}, {b}});
  const Passage passage = found.locate(0);
  EXPECT_EQ(passage.a.bytes.of(a), whole + " One of them fell into the");
  EXPECT_EQ(passage.b.bytes.of(b), whole + " One of them fell into the");
  EXPECT_EQ(passage.a.sentences, (SentenceRange{1, 5}));
  EXPECT_EQ(passage.matched, 3U);
}

TEST(WordEdges, MoveBackToo) {
  const std::string a =
      "Old people say that long before the war " + std::string("nobody dared to go there. ") + kShared;
  const std::string b = "My aunt was sure that nobody dared to go there. " + kShared + " The end.";
  Recalled found({{a}, {b}});
  ASSERT_EQ(found.passages().size(), 1U);
  found.read_again({{a}, {b}});
  EXPECT_EQ(found.locate(0).a.bytes.of(a), "nobody dared to go there. " + kShared);
  EXPECT_EQ(found.locate(0).b.bytes.of(b), "nobody dared to go there. " + kShared);
}

TEST(WordEdges, StayWhereNothingMoreIsShared) {
  const std::string a = "It was a grey day. " + kShared + " Then they left.";
  const std::string b = "Nobody had noticed it yet. " + kShared + " Where are they now?";
  Recalled found({{a}, {b}});
  ASSERT_EQ(found.passages().size(), 1U);
  EXPECT_FALSE(found->recall().wants_anything()) << "known without reading again";
  found.read_again({{a}, {b}});
  EXPECT_EQ(found.locate(0).a.bytes.of(a), kShared);
}

TEST(WordEdges, CutNearSentencesWhereTheyDiffer) {
  const std::string long_end = " Late in the evening the miller came home with two sacks of flour and a lantern from ";
  const std::string a = kShared + long_end + "Utrecht.";
  const std::string b = kShared + long_end + "Ghent.";
  PdcOptions options;
  options.passages.threshold = 0.8;
  Recalled found({{a}, {b}}, options);
  ASSERT_EQ(found.passages().size(), 1U);
  EXPECT_EQ(found.passages()[0].matched, 4U);
  found.read_again({{a}, {b}});
  EXPECT_EQ(found.locate(0).a.bytes.of(a), kShared + long_end.substr(0, long_end.size() - 1));
  EXPECT_EQ(found.locate(0).b.bytes.of(b), kShared + long_end.substr(0, long_end.size() - 1));
}

TEST(WordEdges, OfChinese) {
  const std::string shared = "老磨坊在河湾边上。水轮三十年没有转过了。孩子们常常比谁敢从窗户爬进去。";
  const std::string a = "那天天气很阴沉。" + shared + "后来有一个孩子掉进了地窖里。";
  const std::string b = "谁也没有注意到它。" + shared + "后来有一个孩子摔断了胳膊。";
  Recalled found({{a}, {b}});
  ASSERT_EQ(found.passages().size(), 1U);
  EXPECT_EQ(found.locate(0).a.bytes.of(a), shared);
  found.read_again({{a}, {b}});
  EXPECT_EQ(found.locate(0).a.bytes.of(a), shared + "后来有一个孩子");
  EXPECT_EQ(found.locate(0).b.bytes.of(b), shared + "后来有一个孩子");
}

TEST(WordEdges, AreFoundInTheirOwnPart) {
  const std::string a = kShared + " One of them fell into the cellar.";
  const std::string b = kShared + " One of them fell into the water.";
  Recalled found({{"A first page.", a}, {"Quite another title.", "And a summary of it.", b}});
  ASSERT_EQ(found.passages().size(), 1U);
  EXPECT_EQ(found.passages()[0].a, (PartOfDocument{0, 1}));
  EXPECT_EQ(found.passages()[0].b, (PartOfDocument{1, 2}));
  found.read_again({{"A first page.", a}, {"Quite another title.", "And a summary of it.", b}});
  EXPECT_EQ(found.locate(0).a.bytes.of(a), kShared + " One of them fell into the");
}

TEST(SentenceRecall, TellsThatTheInputsChanged) {
  const std::string a = kShared + " One of them fell into the cellar.";
  const std::string b = kShared + " One of them fell into the water.";
  Recalled found({{a}, {b}});
  EXPECT_THROW(found.read_again({{a}, {b + " Or did he?"}}), Error);
  Recalled missing({{a}, {b}});
  EXPECT_THROW(missing.read_again({{a}}), Error);
  Recalled more({{a}, {b}});
  EXPECT_NO_THROW(more.read_again({{"A new one."}, {a}, {b}, {a}})) << "what is new is ignored";
}

TEST(SentenceRecall, GivesTheBeginningOfTexts) {
  const std::string a = "Short. " + kShared;
  const std::string b = "老磨坊在河湾边上。水轮三十年没有转过了。";
  Recalled found({{a}, {b}});
  SentenceRecall& recall = found->recall();
  recall.want_text(found->sequence().begin_of(1) + 1);
  recall.want_text(found->sequence().begin_of(0) + 1);
  recall.want_text(found->sequence().begin_of(0) + 1);
  recall.begin_reading();
  EXPECT_TRUE(recall.wants_anything());
  found.read_again({{a}, {b}});
  Features scratch;
  EXPECT_EQ(recall.text(found->sequence().begin_of(0) + 1, scratch), kShared.substr(0, SentenceRecall::kTextBytes));
  EXPECT_EQ(recall.text(found->sequence().begin_of(1) + 1, scratch), "水轮三十年没有转过了。");
  EXPECT_EQ(recall.text(found->sequence().begin_of(0), scratch), "") << "was not requested";
}

/// However little memory there is, all that was requested is there, including what came out of order.
TEST(SentenceRecall, HoldsMoreThanMemoryDoes) {
  std::vector<std::string> sentences;
  for (int i = 0; i < 1000; ++i) sentences.push_back("This is sentence " + std::to_string(i) + ".");
  const std::string text = testing::text_of_sentences(sentences);
  const std::string other = "Another text. " + kShared;
  PdcOptions options;
  options.memory_bytes = 0;
  Recalled found({{text}, {other}}, options);
  SentenceRecall& recall = found->recall();
  recall.want_tokens(0, {0, 1000});
  recall.want_tokens(1, {0, 2});
  for (std::uint32_t i = 0; i < 1000; i += 3) recall.want_text(found->sequence().begin_of(0) + i);
  recall.begin_reading();
  found.read_again({{other}, {text}});
  WindowMemory memory;
  Features scratch;
  for (std::uint32_t i = 0; i + 4 <= 1000; ++i) {
    const SentenceWindow window = recall.window(0, {i, i + 4}, memory);
    ASSERT_EQ(window.sentences.size(), 4U);
    ASSERT_EQ(window.sentences[3].bytes.of(text), sentences[i + 3]);
    ASSERT_EQ(window.hashes.size(), 16U);
    const std::string_view beginning = recall.text(found->sequence().begin_of(0) + i, scratch);
    ASSERT_EQ(beginning.substr(0, sentences[i].size()), i % 3 == 0 ? sentences[i] : "");
  }
  EXPECT_EQ(recall.window(1, {1, 2}, memory).sentences[0].bytes.of(other), "The mill stood at the bend of the river.");
  EXPECT_TRUE(recall.window(1, {1, 3}, memory).sentences.empty()) << "all or nothing";
}

/// A text that is too long to be cut into words at once gives the same result.
TEST(SentenceRecall, ReadsALongTextAPieceAtATime) {
  std::vector<std::string> sentences;
  for (int i = 0; i < 20'000; ++i)
    sentences.push_back("This is the sentence with the number " + std::to_string(i) + ".");
  const std::string text = testing::text_of_sentences(sentences);
  ASSERT_GT(text.size(), 2 * kSliceBytes);
  const PartBatches batches({{"Before."}, {text, "After."}});
  LocalExecutor executor(1, std::uint64_t{1} << 24, "");
  const testing::BuiltSequence<LocalExecutor> built(batches, {}, executor);
  const SentenceSequence& sequence = *built;
  SentenceRecall recall(sequence, {1000, "", 1000});
  const auto count = static_cast<std::uint32_t>(sentences.size());
  recall.want_tokens(1, {0, count});
  recall.want_text(sequence.begin_of(1) + count - 1);
  recall.want_text(sequence.begin_of(2));
  recall.begin_reading();
  for (const DocumentBatch& batch : batches.all()) recall.add(*recall.read(batch));
  recall.finish();
  WindowMemory memory;
  Features scratch;
  for (std::uint32_t i = 0; i < count; ++i) {
    const SentenceWindow window = recall.window(1, {i, i + 1}, memory);
    ASSERT_EQ(window.sentences.size(), 1U);
    ASSERT_EQ(window.sentences[0].bytes.of(text), sentences[i]);
    ASSERT_EQ(window.hashes.size(), 8U);
  }
  EXPECT_EQ(recall.text(sequence.begin_of(1) + count - 1, scratch), sentences.back());
  EXPECT_EQ(recall.text(sequence.begin_of(2), scratch), "After.");
}

TEST(SentenceRecall, WindowsHoldTheTokensOfTheirSentences) {
  const std::string text = "One two three. Four five. Six. Seven eight nine ten.";
  Recalled found({{text}});
  SentenceRecall& recall = found->recall();
  recall.want_tokens(0, {1, 2});
  recall.want_tokens(0, {3, 4});
  recall.begin_reading();
  WindowMemory memory;
  found.read_again({{text}});
  const SentenceWindow window = recall.window(0, {3, 4}, memory);
  ASSERT_EQ(window.sentences.size(), 1U);
  EXPECT_EQ(window.first_sentence, 3U);
  EXPECT_EQ(window.sentences[0].bytes.of(text), "Seven eight nine ten.");
  ASSERT_EQ(window.hashes.size(), 4U);
  EXPECT_EQ(text.substr(window.begins[1], window.ends[1] - window.begins[1]), "eight");
  EXPECT_TRUE(recall.window(0, {1, 4}, memory).sentences.empty()) << "sentence 2 was not requested";
  EXPECT_TRUE(recall.window(0, {0, 1}, memory).sentences.empty());
}

}  // namespace
}  // namespace cento
