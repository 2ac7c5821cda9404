#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "align/passage.hpp"
#include "cento/passed_on.hpp"
#include "core/memory/freed_memory.hpp"
#include "core/parallel/executor.hpp"
#include "methods/loose/loose_passages.hpp"
#include "methods/pdc/found_passage.hpp"

namespace cento {

/// How many of the first passages to pass on together: at least `enough`, and all of each pair of documents.
[[nodiscard]] std::size_t size_of_piece(std::span<const FoundPassage> found, std::size_t enough);

/// The record of a loose passage; `number` counts from 1. Throws Error if there are too many.
[[nodiscard]] FoundPassage found_passage(const LoosePassage& loose, std::size_t number);

/// The passages of documents: workers add them in any order, and they are passed on in order. Those that do not fit in
/// the memory of a shuffle are in a temporary file. Under any executor that has the operations of LocalExecutor.
template <typename Executor>
class RegroupedPassages {
 public:
  using Make = std::function<std::unique_ptr<PassedOn>(std::span<const FoundPassage>, std::size_t)>;
  using Take = std::function<void(PassedOn&)>;

  /// `executor` must outlive this.
  RegroupedPassages(std::size_t documents, Executor& executor)
      : pairs_(executor.workers()),
        found_(executor.template regroup<FoundPassage>(kLikelyPassages, KeyOfPassage{OrderedKey(documents)})) {}

  void add(const FoundPassage& found, std::size_t worker) { found_.writer(worker).add(found); }

  /// Records a pair of documents for document_pairs().
  void add_pair(const FoundPassage& found, std::size_t worker) {
    std::vector<DocPair>& pairs = pairs_[worker];
    const DocPair pair(found.a.document, found.b.document);
    // A pair of documents usually has several passages in a row.
    if (pairs.empty() || pairs.back() != pair) pairs.push_back(pair);
  }

  /// The recorded pairs of documents, each once, ascending. Called once.
  [[nodiscard]] std::vector<DocPair> document_pairs() {
    std::vector<DocPair> pairs;
    for (std::vector<DocPair>& some : pairs_) {
      pairs.insert(pairs.end(), some.begin(), some.end());
      release(some);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }

  /// Adds passages that were found in other words. Called once.
  void add_loose(LoosePassages passages) {
    loose_.emplace(std::move(passages));
    auto& writer = found_.writer(0);
    std::size_t number = 0;
    for (const LoosePassage& loose : loose_->passages) writer.add(found_passage(loose, ++number));
  }
  /// The passage of a FoundPassage with this number in `loose`, which is not 0.
  [[nodiscard]] const Passage& loose(std::uint32_t number) const { return loose_->passages[number - 1].passage; }

  /// Passes on all passages, as PdcFinder::for_each_batch() does, each time so many that what `make` makes takes about
  /// `made_bytes`. Called once.
  void hand_on_batches(std::uint64_t made_bytes, const Make& make, const Take& take) {
    constexpr std::uint64_t kLikelyBytes = 400;  // made from a passage
    constexpr std::uint64_t kLeast = 1024;
    const std::size_t enough = std::max(kLeast, made_bytes / kLikelyBytes);
    found_.for_each_batch_in_pieces(
        [&](std::span<const FoundPassage> batch, std::size_t worker, const auto& hand_on) {
          while (!batch.empty()) {
            const std::span<const FoundPassage> piece = batch.first(size_of_piece(batch, enough));
            hand_on(make(piece, worker));
            batch = batch.subspan(piece.size());
          }
        },
        [&](const std::unique_ptr<PassedOn>& made) { take(*made); });
  }

  [[nodiscard]] std::uint64_t spilled_bytes() const { return found_.spilled_bytes(); }

 private:
  static constexpr std::uint64_t kLikelyPassages = std::uint64_t{1} << 22U;

  std::vector<std::vector<DocPair>> pairs_;  // by worker
  typename Executor::template Regrouping<FoundPassage, KeyOfPassage> found_;
  std::optional<LoosePassages> loose_;
};

extern template class RegroupedPassages<LocalExecutor>;

}  // namespace cento
