#include "methods/loose/loose_proposals.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cento {
namespace {

using WordNumbers = std::vector<std::uint32_t>;

/// Documents of random words, some of which have a stretch of another with its words shuffled.
struct Planted {
  std::vector<WordNumbers> documents;
  std::vector<DocPair> pairs;
};

Planted planted_documents(std::size_t count) {
  std::mt19937 random(7);
  Planted planted;
  for (std::size_t i = 0; i < count; ++i) {
    WordNumbers words(120);
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random() % 3000);
    if (i % 4 == 3) {
      const auto from = static_cast<DocId>(random() % i);
      std::copy_n(planted.documents[from].begin() + 40, 30, words.begin() + 10);
      for (std::size_t begin = 10; begin < 40; begin += 6) {
        std::shuffle(words.begin() + static_cast<std::ptrdiff_t>(begin),
                     words.begin() + static_cast<std::ptrdiff_t>(begin + 6), random);
      }
      planted.pairs.emplace_back(from, static_cast<DocId>(i));
    }
    planted.documents.push_back(words);
  }
  return planted;
}

Proposals propose(const std::vector<WordNumbers>& documents, const ProposalOptions& options = {},
                  std::size_t threads = 1, DocId references = 0) {
  LocalExecutor executor(threads, std::uint64_t{1} << 24, "");
  ProposalInput input;
  input.documents = static_cast<DocId>(documents.size());
  input.references = references;
  input.words_of = [&](DocId document, WordNumbers& words) { words = documents[document]; };
  return propose_pairs(input, options, executor);
}

TEST(LooseProposals, FewDocumentsAreAllProposedButEmptyOnes) {
  const Proposals proposals = propose({{1, 2}, {}, {3}, {4}});
  EXPECT_EQ(proposals.pairs, (std::vector<DocPair>{{0, 2}, {0, 3}, {2, 3}}));
  EXPECT_EQ(proposals.counts.proposed_pairs, 3U);
}

TEST(LooseProposals, FewDocumentsAreComparedWithReferencesOnly) {
  EXPECT_EQ(propose({{1}, {2}, {3}, {4}}, {}, 1, 2).pairs, (std::vector<DocPair>{{0, 2}, {0, 3}, {1, 2}, {1, 3}}));
}

TEST(LooseProposals, FindShuffledStretchesAmongManyDocuments) {
  const Planted planted = planted_documents(400);
  ProposalOptions options;
  options.all_up_to = 0;
  options.proposals_per_document = 1;
  const Proposals proposals = propose(planted.documents, options);
  EXPECT_EQ(proposals.pairs.size(), 400U);
  EXPECT_GT(proposals.counts.candidate_pairs, 400U);
  for (const DocPair& pair : planted.pairs) {
    EXPECT_TRUE(std::binary_search(proposals.pairs.begin(), proposals.pairs.end(), pair))
        << pair.first << " " << pair.second;
  }
}

TEST(LooseProposals, DependNeitherOnThreadsNorOnMemory) {
  const Planted planted = planted_documents(300);
  ProposalOptions options;
  options.all_up_to = 0;
  options.proposals_per_document = 0.5;
  const Proposals one = propose(planted.documents, options, 1);
  for (const std::size_t threads : {2U, 5U}) EXPECT_EQ(propose(planted.documents, options, threads).pairs, one.pairs);
}

TEST(LooseProposals, OfReferencesCrossTheBorder) {
  const Planted planted = planted_documents(300);
  ProposalOptions options;
  options.all_up_to = 0;
  const Proposals proposals = propose(planted.documents, options, 1, 150);
  EXPECT_FALSE(proposals.pairs.empty());
  for (const auto& [a, b] : proposals.pairs) {
    EXPECT_LT(a, 150U);
    EXPECT_GE(b, 150U);
  }
}

TEST(LooseProposals, CountWhatIsTooCommon) {
  // Every document has words 1 and 2 near each other; each two neighbours share three words that no others have.
  std::vector<WordNumbers> documents;
  for (std::uint32_t i = 0; i < 20; ++i) {
    const std::uint32_t own = 100 + i / 2 * 3;
    documents.push_back({1, 2, own, own + 1, own + 2});
  }
  ProposalOptions options;
  options.all_up_to = 0;
  options.max_word_share = 1;
  options.max_pair_documents = 5;
  Proposals proposals = propose(documents, options);
  EXPECT_EQ(proposals.counts.common_words, 0U);
  EXPECT_EQ(proposals.counts.common_word_pairs, 1U);
  EXPECT_EQ(proposals.counts.candidate_pairs, 10U);
  options.max_word_share = 0.5;
  proposals = propose(documents, options);
  EXPECT_EQ(proposals.counts.common_words, 2U);
  EXPECT_EQ(proposals.counts.common_word_pairs, 0U);
  EXPECT_EQ(proposals.pairs.front(), DocPair(0, 1));
}

}  // namespace
}  // namespace cento
