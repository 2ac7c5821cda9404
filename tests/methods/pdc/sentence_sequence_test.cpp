#include "methods/pdc/sentences/sentence_sequence.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cento/error.hpp"
#include "core/parallel/thread_team.hpp"
#include "methods/built_sequence.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc/sentence_batch.hpp"
#include "methods/pdc/sentences/sentence_reader.hpp"
#include "sign/text_fingerprint.hpp"

namespace cento {
namespace {

using testing::PartBatches;
using testing::PartTexts;

constexpr std::uint32_t kRepeatsOfSequence = SentenceSequence::kRepeats;

/// A sequence of these documents, ready to be used.
class TestSequence {
 public:
  explicit TestSequence(const PartTexts& documents, const SequenceOptions& options = {}, std::size_t threads = 2)
      : executor_(threads, options.memory, ""), built_(PartBatches(documents, 2), options, executor_) {}

  [[nodiscard]] std::vector<std::uint32_t> classes() const { return built_.classes(); }
  [[nodiscard]] std::vector<NearPair> find_near() { return built_.find_near(); }
  SentenceSequence* operator->() { return &*built_; }

 private:
  LocalExecutor executor_;
  testing::BuiltSequence<LocalExecutor> built_;
};

TEST(SentenceSequence, ClassesAreThoseOfIdenticalSentences) {
  const TestSequence sequence({{"The tide is low. The boats wait."}, {"Nobody came. THE TIDE IS LOW!"}});
  EXPECT_EQ(sequence.classes(),
            (std::vector<std::uint32_t>{0, 1 | kRepeatsOfSequence, 2, 3, 4, 1 | kRepeatsOfSequence, 6}));
}

TEST(SentenceSequence, SentencesWithoutWordsAreEachAlone) {
  const TestSequence sequence({{"* * *\n\n* * *\n\nWords."}, {"* * *\n\nOther words."}});
  EXPECT_EQ(sequence.classes(), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(SentenceSequence, EqualFeaturesAreOneClass) {
  SequenceOptions options;
  options.near.emplace();
  options.near->signature = "shingle:1";
  const TestSequence sequence({{"The tide is low. The boats wait."}, {"Low is the tide. The boats wait."}}, options);
  EXPECT_EQ(sequence.classes(), (std::vector<std::uint32_t>{0, 1 | kRepeatsOfSequence, 2 | kRepeatsOfSequence, 3,
                                                            1 | kRepeatsOfSequence, 2 | kRepeatsOfSequence, 6}));
}

TEST(SentenceSequence, IdenticalTextsAreOneContent) {
  TestSequence sequence({{"One. Two."}, {"Three.", "One. Two."}, {""}, {"One. Two."}, {"", " "}});
  EXPECT_EQ(sequence->documents(), 5U);
  EXPECT_EQ(sequence->contents(), 4U);
  EXPECT_EQ(sequence->parts_of(1), 2U);
  EXPECT_EQ(sequence->content_of(PartOfDocument{1, 1}), 0U);
  EXPECT_EQ(sequence->content_of(PartOfDocument{1, 0}), 1U);
  EXPECT_EQ(sequence->content_of(PartOfDocument{2, 0}), 2U);
  EXPECT_EQ(sequence->content_of(PartOfDocument{4, 1}), 3U);
  const auto parts = sequence->parts_with(0);
  EXPECT_EQ(std::vector<PartOfDocument>(parts.begin(), parts.end()),
            (std::vector<PartOfDocument>{{0, 0}, {1, 1}, {3, 0}}));
  EXPECT_EQ(sequence->parts_with(2).size(), 2U);
  EXPECT_EQ(sequence->sentences_of(0), 2U);
  EXPECT_EQ(sequence->sentences_of(2), 0U);
  EXPECT_EQ(sequence->sentences(), 3U);
  EXPECT_EQ(sequence->distinct_sentences(), 3U);
  EXPECT_EQ(sequence->find_content(text_fingerprint("Three.")), 1U);
  EXPECT_EQ(sequence->find_content(text_fingerprint("Four.")), 4U);
}

/// Which sentences are near, by their first positions.
std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(TestSequence& sequence) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const NearPair& pair : sequence.find_near()) pairs.emplace_back(pair.a, pair.b);
  return pairs;
}

/// Many nearly equal sentences, some of them identical.
std::string many_sentences(std::size_t bytes) {
  std::string text;
  const std::string words = "one of many sentences that say nearly the same as the others do";
  for (int i = 0; text.size() < bytes; ++i) {
    text += "Here is " + words + " with a number such as " + std::to_string(i % 700) + ".\n";
    if (i % 50 == 0) text += "\n";
  }
  return text;
}

/// Two sequences agree, for one content sentence by sentence.
void expect_same(TestSequence& x, TestSequence& y, ContentId content) {
  ASSERT_EQ(x->sentences_of(content), y->sentences_of(content));
  EXPECT_EQ(x.classes(), y.classes());
  Features scratch;
  for (std::uint32_t i = 0; i < x->sentences_of(content); ++i) {
    ASSERT_EQ(x->bytes_of(content, {i, i + 1}, scratch), y->bytes_of(content, {i, i + 1}, scratch));
  }
  for (Position position = 1; position + 700 < x->end_of(content); ++position) {
    ASSERT_EQ(x->may_end_alike(position, position + 700), y->may_end_alike(position, position + 700));
    ASSERT_EQ(x->may_begin_alike(position, position + 1), y->may_begin_alike(position, position + 1));
  }
  const auto pairs = near_pairs(x);
  EXPECT_FALSE(pairs.empty());
  EXPECT_EQ(pairs, near_pairs(y));
}

TEST(SentenceSequence, IsTheSameWhenThreadsShareALongText) {
  const std::string text = many_sentences(8 * kSliceBytes);
  SequenceOptions options;
  options.near.emplace();
  options.near->threshold = 0.8;
  options.keep_edge_words = true;
  TestSequence alone({{"Before."}, {text}, {"Behind."}}, options, 1);
  TestSequence shared({{"Before."}, {text}, {"Behind."}}, options, 3);
  expect_same(alone, shared, 1);
}

/// Another thread has failed or was stopped: what this one reads may not be half a text.
TEST(SentenceSequence, ReadsLongTextsWhenTheReadingAroundItIsGivenUp) {
  const std::string text = many_sentences(8 * kSliceBytes);
  const PartBatches batches({{text}}, 1);
  SentenceReaderOptions options;
  options.workers = 3;
  SentenceReader reader(options);
  const std::size_t expected = reader.read(batches.all().front())->hashes.size();
  std::size_t found = 0;
  SentenceReader again(options);
  const auto work = [&](std::size_t worker) {
    if (worker == 1) throw Error("given up");
    found = again.read(batches.all().front())->hashes.size();
  };
  EXPECT_THROW(run_on_threads(2, work), Error);
  EXPECT_EQ(found, expected);
}

/// A text that is too long for memory is read when it is added; what comes before and after it in its batch is not.
TEST(SentenceSequence, IsTheSameWhenALongTextIsReadAPieceAtATime) {
  const std::string text = many_sentences(8 * kSliceBytes);
  const std::string short_text = many_sentences(kSliceBytes / 2);
  const PartTexts documents = {{"Before.", text, short_text}, {text, "Behind."}, {short_text}, {text}};
  SequenceOptions options;
  options.near.emplace();
  options.near->threshold = 0.8;
  options.keep_edge_words = true;
  TestSequence at_once(documents, options, 1);
  const SequenceOptions usual = options;
  options.long_text_bytes = kSliceBytes;
  options.class_memory = 100;
  for (const std::size_t threads : {1, 3}) {
    TestSequence in_pieces(documents, options, threads);
    EXPECT_EQ(in_pieces->contents(), 4U);
    EXPECT_EQ(in_pieces->sentences(), at_once->sentences());
    EXPECT_EQ(in_pieces->distinct_sentences(), at_once->distinct_sentences());
    TestSequence again(documents, usual, 2);
    expect_same(again, in_pieces, 1);
  }
}

TEST(SentenceSequence, ForgetsClassesAndKnowsTheRest) {
  TestSequence sequence({{"The tide is low. The boats wait."}, {"Nobody came."}});
  const std::size_t positions = sequence->positions();
  EXPECT_EQ(positions, sequence->classes().size());
  sequence->forget_classes();
  EXPECT_TRUE(sequence->classes().empty());
  EXPECT_EQ(sequence->positions(), positions);
  EXPECT_EQ(sequence->content_of(sequence->begin_of(1)), 1U);
  EXPECT_EQ(sequence->sentences_of(0), 2U);
}

TEST(SentenceSequence, KnowsWhereSentencesStand) {
  SequenceOptions options;
  options.memory = 0;
  std::string large;  // of more than one slice
  for (int i = 0; large.size() < 3 * kSliceBytes; ++i) {
    large += "Sentence number " + std::to_string(i) + " is here.\n\n";
  }
  const std::string small = "  Eins zwei. \u201EDrei vier\u201C funf.  ";
  TestSequence sequence({{large}, {small}}, options);
  Features scratch;
  for (ContentId content = 0; content < 2; ++content) {
    const std::string& text = content == 0 ? large : small;
    const auto expected = testing::sentences_of(text);
    ASSERT_EQ(sequence->sentences_of(content), expected.size());
    for (std::uint32_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(sequence->bytes_of(content, {i, i + 1}, scratch).of(text), expected[i]);
    }
  }
  EXPECT_EQ(sequence->bytes_of(1, {0, 2}, scratch).of(small), "Eins zwei. \u201EDrei vier\u201C funf.");
  for (Position position = 1; position < sequence->classes().size(); ++position) {
    const ContentId content = position <= sequence->end_of(0) ? 0 : 1;
    ASSERT_EQ(sequence->content_of(position), content) << position;
  }
}

TEST(SentenceSequence, RemembersTheWordsNextToSentences) {
  SequenceOptions options;
  options.keep_edge_words = true;
  TestSequence sequence({{"Early in the morning they left. We saw it all happen."},
                         {"Early in the morning it rained. He saw it all happen."},
                         {"No. Early in the evening. Stop."}},
                        options);
  const Position a = sequence->begin_of(0);
  const Position b = sequence->begin_of(1);
  const Position c = sequence->begin_of(2);
  EXPECT_TRUE(sequence->may_begin_alike(a, b));
  EXPECT_FALSE(sequence->may_begin_alike(a + 1, b + 1));
  EXPECT_TRUE(sequence->may_end_alike(a + 1, b + 1));
  EXPECT_FALSE(sequence->may_end_alike(a, b));
  EXPECT_TRUE(sequence->may_begin_alike(a, c + 1)) << "three words are enough";
  EXPECT_FALSE(sequence->may_begin_alike(c + 2, c + 2)) << "one word is not";
  EXPECT_FALSE(sequence->may_end_alike(c, c)) << "one word is not";
  EXPECT_FALSE(sequence->may_begin_alike(a - 1, a - 1)) << "nothing comes before a text";
}

TEST(SentenceSequence, OfNothing) {
  TestSequence sequence({});
  EXPECT_EQ(sequence->documents(), 0U);
  EXPECT_EQ(sequence->contents(), 0U);
  EXPECT_EQ(sequence->sentences(), 0U);
  EXPECT_EQ(sequence.classes(), (std::vector<std::uint32_t>{0}));
}

TEST(SentenceSequence, TellsOfAWrongSignatureAtOnce) {
  SequenceOptions options;
  options.near.emplace();
  options.near->signature = "nonsense";
  EXPECT_THROW(SentenceReader(reader_options(options, 1)), UsageError);
}

}  // namespace
}  // namespace cento
