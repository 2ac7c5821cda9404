#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/parallel/executor.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc/pdc.hpp"

namespace cento::testing {

/// A passage of the reference and of the finder in one form.
struct PlainPassage {
  PartOfDocument a;
  PartOfDocument b;
  SentenceRange in_a;
  SentenceRange in_b;
  std::uint32_t matched = 0;
  float similarity = 1;

  friend bool operator==(const PlainPassage&, const PlainPassage&) = default;
  friend bool operator<(const PlainPassage& x, const PlainPassage& y) {
    const auto key = [](const PlainPassage& p) {
      return std::tuple(p.a, p.b, p.in_a.begin, p.in_b.begin, p.in_a.end, p.in_b.end);
    };
    return key(x) < key(y);
  }
};

using PlainPassages = std::vector<PlainPassage>;

/// How a collection is passed to the finder.
struct Feeding {
  std::size_t in_batch = 3;
  std::size_t reading_threads = 1;        // batches are read in the order in which threads take them, last first
  std::optional<std::size_t> references;  // documents of the reference; must be the end of a batch
  std::vector<std::pair<DocId, DocId>> pairs;
};

inline void feed(PdcFinder& finder, const PartBatches& batches, const Feeding& feeding) {
  std::vector<std::shared_ptr<PdcFinder::Batch>> read(batches.all().size());
  LocalExecutor executor(feeding.reading_threads, 0, "");
  executor.for_each_range(read.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t last_first = feeding.reading_threads == 1 ? i : read.size() - 1 - i;
      read[last_first] = finder.read(batches.all()[last_first]);
    }
  });
  std::size_t documents = 0;
  if (feeding.references == std::size_t{0}) finder.end_reference();
  for (std::size_t i = 0; i < read.size(); ++i) {
    finder.add(*read[i]);
    read[i].reset();
    documents += batches.all()[i].documents.size();
    if (feeding.references == documents) finder.end_reference();
  }
  if (!feeding.pairs.empty()) finder.list_pairs(feeding.pairs);
}

inline std::vector<FoundPassage> all_found(PdcFinder& finder) {
  std::vector<FoundPassage> found;
  std::optional<DocId> last;
  finder.for_each_batch([](std::span<const FoundPassage> batch,
                           std::size_t) { return std::vector<FoundPassage>(batch.begin(), batch.end()); },
                        [&](const std::vector<FoundPassage>& batch) {
                          if (batch.empty()) return;
                          EXPECT_TRUE(!last || *last < batch.front().a.document) << "batches hold all of each document";
                          last = batch.back().a.document;
                          found.insert(found.end(), batch.begin(), batch.end());
                        });
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
  return found;
}

inline PlainPassages plain(const std::vector<FoundPassage>& found) {
  PlainPassages passages;
  for (const FoundPassage& one : found) {
    if (one.matched == 0) continue;
    passages.push_back({one.a, one.b, one.a_sentences, one.b_sentences, one.matched, one.similarity});
  }
  std::sort(passages.begin(), passages.end());
  return passages;
}

inline std::vector<FoundPassage> find(const PartTexts& documents, const PdcOptions& options,
                                      const Feeding& feeding = {}) {
  const PartBatches batches(documents, feeding.in_batch);
  PdcFinder finder(options);
  feed(finder, batches, feeding);
  finder.find();
  return all_found(finder);
}

/// The paper's options, and variations that do not change the result.
inline PdcOptions paper_options(const std::string& signature, double threshold, std::uint32_t min_sentences) {
  PdcOptions options;
  options.passages.signature = signature;
  options.passages.threshold = threshold;
  options.passages.min_sentences = min_sentences;
  options.passages.max_gap = 0;
  options.passages.edges = PassageEdges::sentence;
  options.pairs_up_to = PdcOptions::kAll;
  options.memory_bytes = std::uint64_t{1} << 26;
  return options;
}

}  // namespace cento::testing
