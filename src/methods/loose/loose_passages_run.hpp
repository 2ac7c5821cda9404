#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/memory/freed_memory.hpp"
#include "core/memory/memory_gate.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/parallel/executor.hpp"
#include "methods/loose/loose_kernels.hpp"
#include "methods/loose/loose_passages.hpp"
#include "methods/loose/loose_words.hpp"
#include "methods/loose/proposal_run.hpp"
#include "sign/feature_store.hpp"

namespace cento {

/// The parts of a batch's documents, packed, one after another.
struct LoosePassageFinder::Batch {
  Features packed;
  std::vector<std::uint32_t> sizes;  // of each part, packed
  std::vector<std::uint32_t> parts;  // of each document
};

/// Finds loosely matching passages, under any executor that has the operations of LocalExecutor: what
/// LoosePassageFinder does once documents are cut into words.
template <typename Executor>
class LoosePassageRun {
 public:
  /// The part of the memory that the executor should have.
  [[nodiscard]] static MemoryPart executor_memory(const LoosePassageOptions& options) {
    return part(options, kShuffles);
  }

  /// `options` must be in range; their threads and progress are the executor's.
  LoosePassageRun(const LoosePassageOptions& options, Executor& executor)
      : options_(options),
        executor_(executor),
        store_(part(options, kWords), options.temp_dir),
        comparing_(part(options, kComparing)) {}

  // As in LoosePassageFinder.

  void add(const LoosePassageFinder::Batch& batch) {
    const std::uint64_t* packed = batch.packed.data();
    for (const std::uint32_t size : batch.sizes) {
      store_.add({packed, size});
      packed += size;
    }
    for (const std::uint32_t parts : batch.parts) first_part_.push_back(first_part_.back() + parts);
  }

  LoosePassages find(DocId references, const std::vector<DocPair>& known) {
    ProposalInput input;
    input.documents = static_cast<DocId>(first_part_.size() - 1);
    input.references = references;
    input.words_of = [&](DocId document, std::vector<std::uint32_t>& words) { collect_words(document, words); };
    Proposals proposals = ProposalRun<Executor>(input, options_.proposing, executor_).propose();
    proposals.pairs.insert(proposals.pairs.end(), known.begin(), known.end());
    LoosePassages result = find_in(std::move(proposals.pairs));
    result.counts.proposals = proposals.counts;
    result.counts.spilled_bytes += proposals.counts.spilled_bytes;
    return result;
  }

  LoosePassages find_in(std::vector<DocPair> pairs) {
    executor_.give_memory_back(0);
    put_in_order(pairs);
    return compare_all(pairs);
  }

 private:
  /// What a worker needs to compare documents, and its results.
  struct Worker {
    Worker(const LooseOptions& options, SpillableMemory* memory) : found(memory) { aligner.emplace(options); }

    std::optional<LooseAligner> aligner;
    UnpackedDocument a;  // kept from one comparison to the next
    UnpackedDocument b;
    Features scratch;
    std::vector<Passage> passages;
    SpillableVector<LoosePassage> found;
    LooseLimits limits;
    std::uint64_t capped_pairs = 0;

    /// Releases the memory that long documents needed.
    void release(const LooseOptions& options) {
      aligner.emplace(options);
      a = {};
      b = {};
      cento::release(scratch);
      cento::release(passages);
    }
  };

  // Shares of the memory: the store, two shuffles at a time, and what is being read or compared.
  static constexpr MemoryShare kWords{"words of documents", 3};
  static constexpr MemoryShare kShuffles{"regrouped words", 5};
  static constexpr MemoryShare kComparing{"pairs being compared", 3};
  static constexpr MemoryShare kPassages{"loose passages", 8};  // once pairs are compared

  [[nodiscard]] static MemoryPart part(const LoosePassageOptions& options, const MemoryShare& share) {
    return MemoryBudget(options.memory_bytes, options.ledger).part(share);
  }
  static constexpr std::uint64_t kBytesOfWord = 64;  // that comparing takes, approximately

  void collect_words(DocId document, std::vector<std::uint32_t>& words) const {
    Features scratch;
    words.clear();
    for (std::uint64_t part = first_part_[document]; part < first_part_[document + 1]; ++part) {
      append_packed_words(store_.get(part, scratch), words);
    }
  }

  LoosePassages compare_all(const std::vector<DocPair>& pairs) {
    LoosePassages result;
    result.memory = std::make_shared<SpillableMemory>(part(options_, kPassages), options_.temp_dir);
    result.passages = SpillableVector<LoosePassage>(result.memory.get());
    std::vector<Worker> workers;
    for (std::size_t i = 0; i < executor_.workers(); ++i) workers.emplace_back(options_.matching, result.memory.get());
    executor_.for_each_range(pairs.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t i = begin; i < end; ++i) compare(pairs[i].first, pairs[i].second, workers[worker]);
    });
    collect(workers, result);
    std::sort(result.passages.begin(), result.passages.end(),
              [](const LoosePassage& x, const LoosePassage& y) { return is_listed_before(x, y); });
    result.counts.compared_pairs = pairs.size();
    result.counts.spilled_bytes = store_.spilled_bytes();
    return result;
  }

  void collect(std::vector<Worker>& workers, LoosePassages& result) const {
    std::size_t passages = 0;
    for (Worker& worker : workers) {
      worker.release(options_.matching);
      passages += worker.found.size();
    }
    result.passages.reserve(passages);
    for (Worker& worker : workers) {
      result.passages.insert(result.passages.end(), worker.found.begin(), worker.found.end());
      result.counts.limits += worker.limits;
      result.counts.capped_pairs += worker.capped_pairs;
      release(worker.found);
    }
  }

  /// The approximate memory for comparing a document: a word is packed with the lengths of what is between.
  [[nodiscard]] std::uint64_t bytes_to_compare(DocId document) const {
    std::uint64_t words = 0;
    for (std::uint64_t part = first_part_[document]; part < first_part_[document + 1]; ++part) {
      words += store_.size_of(part);
    }
    return words * kBytesOfWord;
  }

  void compare(DocId a, DocId b, Worker& worker) {
    const std::uint64_t bytes = bytes_to_compare(a) + bytes_to_compare(b);
    const MemoryGate::Pass pass(comparing_, bytes);
    unpack(a, worker.scratch, worker.a);
    unpack(b, worker.scratch, worker.b);
    const LooseLimits limits = compare_documents(worker.a, worker.b, *worker.aligner, worker.passages, worker.found);
    worker.limits += limits;
    if (limits != LooseLimits()) ++worker.capped_pairs;
    if (bytes > part(options_, kComparing).bytes / (2 * executor_.workers())) worker.release(options_.matching);
  }

  void unpack(DocId document, Features& scratch, UnpackedDocument& out) const {
    if (out.document == document) return;
    out.document = document;
    out.parts.resize(first_part_[document + 1] - first_part_[document]);
    for (std::size_t part = 0; part < out.parts.size(); ++part) {
      unpack_words(store_.get(first_part_[document] + part, scratch), out.parts[part]);
    }
  }

  LoosePassageOptions options_;
  Executor& executor_;
  FeatureStore store_;  // the parts of all documents, packed
  MemoryGate comparing_;
  std::vector<std::uint64_t> first_part_ = {0};  // of each document, then their number
};

extern template class LoosePassageRun<LocalExecutor>;

}  // namespace cento
