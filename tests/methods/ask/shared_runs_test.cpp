#include "methods/ask/shared_runs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "methods/ask/index_digester.hpp"
#include "methods/memory_index.hpp"

namespace cento {
namespace {

using testing::MemoryIndex;
using testing::PartTexts;

/// Each letter is a sentence.
std::string text_of(const std::string& letters) {
  std::vector<std::string> sentences;
  for (const char letter : letters) (sentences.emplace_back("A sentence about ") += letter) += '.';
  return testing::text_of_sentences(sentences);
}

/// What the runs say about a document: the longest one, and the sentences that are in any.
struct Shared {
  std::uint32_t longest = 0;
  std::set<std::uint32_t> sentences;

  friend bool operator==(const Shared&, const Shared&) = default;
};
using SharedByDocument = std::map<std::uint32_t, Shared>;

void add(Shared& shared, std::uint32_t begin, std::uint32_t length) {
  shared.longest = std::max(shared.longest, length);
  for (std::uint32_t i = 0; i < length; ++i) shared.sentences.insert(begin + i);
}

struct Found {
  SharedByDocument shared;
  std::uint64_t looks = 0;
  std::uint64_t left_out = 0;
};

Found find(const MemoryIndex& index, const std::string& text, const QuestionOptions& options,
           std::uint32_t but_number = 0) {
  const std::unique_ptr<Digester> digester = index_digesters()(index.options(), nullptr);
  DigestBatch asked;
  const Part part{"text", text};
  digester->add(std::span(&part, 1), asked);
  SharedRunFinder finder(index, options);
  std::vector<SharedRun> runs;
  Found found;
  found.left_out = finder.find(asked, but_number, runs);
  found.looks = finder.looks();
  for (const SharedRun& run : runs) {
    EXPECT_GE(run.b.size(), options.min_sentences);
    add(found.shared[run.document.number], run.b.begin, run.b.size());
  }
  return found;
}

/// Everything that is shared, cell by cell.
SharedByDocument plainly_shared(const std::string& asked, const std::vector<std::string>& documents,
                                std::uint32_t least) {
  SharedByDocument all;
  for (std::uint32_t number = 1; number <= documents.size(); ++number) {
    const std::string& other = documents[number - 1];
    for (std::uint32_t a = 0; a < asked.size(); ++a) {
      for (std::uint32_t b = 0; b < other.size(); ++b) {
        std::uint32_t length = 0;
        while (a + length < asked.size() && b + length < other.size() && asked[a + length] == other[b + length]) {
          ++length;
        }
        if (length >= least) add(all[number], b, length);
      }
    }
  }
  return all;
}

RC_GTEST_PROP(SharedRuns, OfTextsThatRepeatThemselvesAreThoseOfAllCells, ()) {
  const auto letters = *rc::gen::element(1, 2, 3, 6);
  const auto some_text = [&](std::size_t most) {
    const auto letter = rc::gen::map(rc::gen::inRange(0, letters), [](int i) { return static_cast<char>('a' + i); });
    const std::size_t size = *rc::gen::inRange<std::size_t>(0, most);
    return *rc::gen::container<std::string>(size, letter);
  };
  const std::string asked = some_text(300);
  const std::vector<std::string> documents{some_text(200), some_text(60), some_text(300)};
  const auto index = std::make_shared<MemoryIndex>(IndexOptions());
  index->add({{text_of(documents[0])}, {text_of(documents[1])}});
  index->add({{text_of(documents[2])}});
  QuestionOptions options;
  options.min_sentences = *rc::gen::inRange<std::uint32_t>(1, 5);
  const Found found = find(*index, text_of(asked), options);
  RC_ASSERT(found.shared == plainly_shared(asked, documents, options.min_sentences));
}

std::string repeated(const std::string& letters, std::size_t size) {
  std::string text;
  while (text.size() < size) text += letters;
  text.resize(size);
  return text;
}

/// The work grows with the texts, not with their product.
TEST(SharedRuns, RepetitionOnBothSidesIsReadOnce) {
  std::string alphabet;
  for (char letter = 'A'; letter <= 'Z'; ++letter) alphabet += letter;
  for (const std::string& period : {std::string("a"), std::string("ab"), std::string("aab"), alphabet}) {
    constexpr std::size_t kSize = 20'000;
    const std::string letters = repeated(period, kSize);
    const auto index = std::make_shared<MemoryIndex>(IndexOptions());
    index->add({{text_of(letters)}, {text_of(letters + "0" + letters)}, {text_of("012")}});
    const Found found = find(*index, text_of(letters), {});
    EXPECT_EQ(found.shared.size(), 2U);
    EXPECT_EQ(found.shared.at(1).longest, kSize);
    EXPECT_EQ(found.shared.at(2).sentences.size(), 2 * kSize);
    EXPECT_LE(found.looks, 8 * kSize) << period;
  }
}

TEST(SharedRuns, OfRepetitiveTextsLeaveOutTheAskedAndTheRemoved) {
  const std::string text = text_of(repeated("ab", 500));
  const auto index = std::make_shared<MemoryIndex>(IndexOptions());
  index->add({{text}, {text}, {text}});
  index->remove(2);
  const Found found = find(*index, text, {}, 3);
  ASSERT_EQ(found.shared.size(), 1U);
  EXPECT_EQ(found.shared.at(1).longest, 500U);
}

/// Near sentences say nothing about those that follow, so places are examined again up to a limit.
TEST(SharedRuns, OfNearSentencesThatRepeatAreBoundedAndCounted) {
  constexpr std::size_t kSize = 6000;
  IndexOptions options;
  options.match = SentenceMatching::near;
  const std::string text = text_of(repeated("ab", kSize));
  const auto index = std::make_shared<MemoryIndex>(options);
  index->add({{text}});
  const Found found = find(*index, text, {});
  EXPECT_EQ(found.shared.at(1).longest, kSize);
  EXPECT_GT(found.left_out, 0U);
  EXPECT_LE(found.looks, SharedRunFinder::kRepeatedLooks + 8 * kSize);
}

}  // namespace
}  // namespace cento
