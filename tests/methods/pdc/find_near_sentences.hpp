#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "core/hash/mix64.hpp"
#include "core/parallel/executor.hpp"
#include "methods/pdc/sentences/near_sentences.hpp"
#include "methods/word_documents.hpp"

namespace cento::testing {

inline constexpr std::uint32_t kRepeats = std::uint32_t{1} << 31U;

inline std::vector<std::uint64_t> tokens_of(const Words& words) {
  std::vector<std::uint64_t> tokens;
  for (const unsigned word : words) tokens.push_back(mix64(word + 1));
  return tokens;
}

inline TokenRange range_of(const std::vector<std::uint64_t>& tokens) {
  return {{}, tokens, {}, {}};
}

/// The classes of positions, and the pairs of classes that are near.
struct Found {
  std::vector<std::uint32_t> classes;
  std::vector<NearPair> pairs;

  friend bool operator==(const Found&, const Found&) = default;
};

/// As find_classes() leaves them: equal for identical sentences.
inline std::vector<std::uint32_t> identical_classes(const std::vector<Words>& sentences) {
  std::map<Words, std::vector<std::uint32_t>> places;
  for (std::uint32_t i = 0; i < sentences.size(); ++i) places[sentences[i]].push_back(i);
  std::vector<std::uint32_t> classes(sentences.size());
  for (const auto& [words, positions] : places) {
    for (const std::uint32_t position : positions) {
      classes[position] = positions.front() | (positions.size() > 1 ? kRepeats : 0);
    }
  }
  return classes;
}

/// `order` says which sentences are added, and in which order; each sentence, or an identical one, must occur at least
/// once.
inline Found found_in(const std::vector<Words>& sentences, const std::vector<std::uint32_t>& order,
                      std::size_t in_batch, const NearSentenceOptions& options, std::size_t threads = 1) {
  LocalExecutor executor(threads, options.memory, "");
  NearSentences near(options, executor);
  SentenceSigner signer(options);
  SignedSentences batch;
  std::vector<Position> positions;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::vector<std::uint64_t> tokens = tokens_of(sentences[order[i]]);
    signer.sign(range_of(tokens), static_cast<std::uint32_t>(positions.size()), batch);
    positions.push_back(order[i]);
    if (positions.size() < in_batch && i + 1 < order.size()) continue;
    near.add(batch, positions);
    batch.clear();
    positions.clear();
  }
  Found found{identical_classes(sentences), {}};
  near.merge_equal(found.classes, kRepeats);
  found.pairs = near.find(found.classes, kRepeats);
  EXPECT_EQ(near.counts().capped_features, 0U);
  return found;
}

inline std::vector<std::uint32_t> each_once(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

inline NearSentenceOptions with(const std::string& signature, double threshold) {
  NearSentenceOptions options;
  options.signature = signature;
  options.threshold = threshold;
  options.memory = std::uint64_t{1} << 24;
  return options;
}

}  // namespace cento::testing
