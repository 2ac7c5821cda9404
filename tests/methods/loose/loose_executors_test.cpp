#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "methods/all_executors.hpp"
#include "methods/loose/loose_passages_run.hpp"
#include "methods/loose/proposal_run.hpp"
#include "methods/word_documents.hpp"

namespace cento {
namespace {

using testing::Words;

constexpr std::size_t kSentenceWords = 8;

/// Documents of random words, whole sentences; every other has sentences of an earlier one, their words shuffled.
std::vector<Words> random_documents(std::uint32_t seed, std::size_t count, unsigned vocabulary) {
  std::mt19937 random(seed);
  std::vector<Words> documents;
  for (std::size_t i = 0; i < count; ++i) {
    Words words;
    for (std::size_t length = kSentenceWords * (random() % 8); length > 0; --length) {
      words.push_back(static_cast<unsigned>(random() % vocabulary));
    }
    if (i % 2 == 1) {
      Words taken = documents[random() % i];
      taken.resize(std::min(taken.size(), 5 * kSentenceWords));
      for (auto begin = taken.begin(); begin != taken.end(); begin += kSentenceWords) {
        std::shuffle(begin, begin + kSentenceWords, random);
      }
      words.insert(words.end(), taken.begin(), taken.end());
    }
    documents.push_back(words);
  }
  return documents;
}

std::vector<std::string> texts_in_sentences(const std::vector<Words>& documents) {
  std::vector<std::string> texts;
  for (const Words& words : documents) {
    std::string& text = texts.emplace_back();
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i % kSentenceWords == 0) text += text.empty() ? "Here" : ". Here";
      text += " w" + std::to_string(words[i]);
    }
  }
  return texts;
}

ProposalOptions random_options() {
  ProposalOptions options;
  options.all_up_to = *rc::gen::element(0U, 0U, 10U);  // 0: pairs are chosen
  options.proposals_per_document = *rc::gen::element(0.5, 1.0, 5.0);
  options.window = *rc::gen::element(1U, 4U, 8U);
  options.max_word_share = *rc::gen::element(0.2, 0.5, 1.0);
  options.max_pair_documents = *rc::gen::element(2U, 5U, 50U);
  return options;
}

struct Proposed {
  std::vector<DocPair> pairs;
  ProposalCounts counts;

  friend bool operator==(const Proposed&, const Proposed&) = default;
};

template <typename Executor>
Proposed propose(const ProposalInput& input, const ProposalOptions& options, Executor& executor) {
  Proposals proposals = ProposalRun<Executor>(input, options, executor).propose();
  proposals.counts.spilled_bytes = 0;
  return {proposals.pairs, proposals.counts};
}

RC_GTEST_PROP(ProposalExecutors, GiveTheSame, (std::uint32_t seed)) {
  const auto documents =
      random_documents(seed, *rc::gen::element<std::size_t>(0, 12, 30), *rc::gen::element(50U, 200U, 1000U));
  const ProposalOptions options = random_options();
  ProposalInput input;
  input.documents = static_cast<DocId>(documents.size());
  input.references = *rc::gen::element(0U, 0U, 5U);
  input.words_of = [&](DocId document, std::vector<std::uint32_t>& words) {
    words.assign(documents[document].begin(), documents[document].end());
  };
  const Proposed proposed =
      testing::same_under_all_executors(seed, [&](auto& executor) { return propose(input, options, executor); });
  RC_TAG(proposed.pairs.empty() ? "no pairs" : "pairs");
}

struct Found {
  std::vector<LoosePassage> passages;
  LoosePassageCounts counts;

  friend bool operator==(const Found&, const Found&) = default;
};

template <typename Executor>
Found find(const std::vector<std::string>& texts, const LoosePassageOptions& options, DocId references,
           Executor& executor) {
  const testing::Batches batches(texts);
  const LoosePassageFinder signer(options);
  LoosePassageRun<Executor> run(options, executor);
  for (const DocumentBatch& batch : batches.all()) run.add(*signer.sign(batch));
  LoosePassages found = run.find(references, {});
  found.counts.spilled_bytes = 0;
  found.counts.proposals.spilled_bytes = 0;
  return {{found.passages.begin(), found.passages.end()}, found.counts};
}

RC_GTEST_PROP(LooseExecutors, GiveTheSame, (std::uint32_t seed)) {
  const auto texts = texts_in_sentences(random_documents(seed, *rc::gen::element<std::size_t>(2, 8, 14), 1000));
  LoosePassageOptions options;
  options.proposing = random_options();
  options.memory_bytes = *rc::gen::element<std::uint64_t>(1000, std::uint64_t{1} << 24);
  const auto references = *rc::gen::element<DocId>(0, 0, 3);
  const Found found = testing::same_under_all_executors(
      seed, [&](auto& executor) { return find(texts, options, references, executor); });
  RC_TAG(found.passages.empty() ? "no passages" : "passages");
}

}  // namespace
}  // namespace cento
