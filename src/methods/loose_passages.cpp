#include "methods/loose_passages.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/executor.hpp"
#include "core/freed_memory.hpp"
#include "methods/loose_words.hpp"
#include "methods/memory_gate.hpp"
#include "sign/feature_store.hpp"

namespace cento {

namespace {

/// The parts of a batch's documents, packed, one behind the other.
struct SignedBatch {
  Features packed;
  std::vector<std::uint32_t> sizes;  // of each part, packed
  std::vector<std::uint32_t> parts;  // of each document
};

/// What a thread needs to cut documents into words.
struct WordTools {
  LooseWordMaker maker;
  LooseWords words;
};

/// A document as it is compared: its parts, unpacked. Kept from one comparison to the next.
struct UnpackedDocument {
  std::optional<DocId> document;
  std::vector<LooseWords> parts;
};

/// What a worker needs to compare documents, and what it found.
struct Worker {
  Worker(const LooseOptions& options, SpillableMemory* memory) : found(memory) { aligner.emplace(options); }

  std::optional<LooseAligner> aligner;
  UnpackedDocument a;
  UnpackedDocument b;
  Features scratch;
  std::vector<Passage> passages;
  SpillableVector<LoosePassage> found;
  LooseLimits limits;
  std::uint64_t capped_pairs = 0;

  /// Gives back what long documents took.
  void release(const LooseOptions& options) {
    aligner.emplace(options);
    a = {};
    b = {};
    cento::release(scratch);
    cento::release(passages);
  }
};

auto place(const LoosePassage& found) {
  const Passage& passage = found.passage;
  return std::tuple(found.a, found.b, found.part_a, found.part_b, passage.a.bytes.begin, passage.b.bytes.begin,
                    passage.a.bytes.end, passage.b.bytes.end);
}

void put_in_order(std::vector<DocPair>& pairs) {
  for (auto& [a, b] : pairs) {
    if (a > b) std::swap(a, b);
  }
  std::erase_if(pairs, [](const DocPair& pair) { return pair.first == pair.second; });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

class LoosePassageFinder::State {
 public:
  explicit State(const LoosePassageOptions& options)
      : options_(options),
        executor_(options.threads, options.memory_bytes / kShuffleShare, options.temp_dir, options.progress),
        store_(options.memory_bytes / kStoreShare, options.temp_dir),
        comparing_(options.memory_bytes / kCompareShare) {
    const LooseAligner checked(options.matching);
  }

  std::shared_ptr<void> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<SignedBatch>();
    WordTools& tools = tools_.local();
    for (const Document& document : batch.documents) {
      for (const Part& part : document.parts) {
        tools.words.clear();
        tools.maker.make(part.text, tools.words);
        const std::size_t before = out->packed.size();
        pack_words(tools.words, out->packed);
        out->sizes.push_back(static_cast<std::uint32_t>(out->packed.size() - before));
      }
      out->parts.push_back(static_cast<std::uint32_t>(document.parts.size()));
    }
    return out;
  }

  void add(const SignedBatch& batch) {
    const std::uint64_t* packed = batch.packed.data();
    for (const std::uint32_t size : batch.sizes) {
      store_.add({packed, size});
      packed += size;
    }
    for (const std::uint32_t parts : batch.parts) first_part_.push_back(first_part_.back() + parts);
  }

  LoosePassages find(DocId references, const std::vector<DocPair>& known) {
    ProposalInput input;
    input.documents = documents();
    input.references = references;
    input.words_of = [&](DocId document, std::vector<std::uint32_t>& words) { collect_words(document, words); };
    Proposals proposals = propose_pairs(input, options_.proposing, executor_);
    proposals.pairs.insert(proposals.pairs.end(), known.begin(), known.end());
    LoosePassages result = find_in(std::move(proposals.pairs));
    result.counts.proposals = proposals.counts;
    result.counts.spilled_bytes += proposals.counts.spilled_bytes;
    return result;
  }

  LoosePassages find_in(std::vector<DocPair> pairs) {
    tools_.clear();
    executor_.give_memory_back(0);
    put_in_order(pairs);
    return compare(pairs);
  }

 private:
  // Shares of the memory: the store, the two shuffles at a time, and what is being read or compared.
  static constexpr std::uint64_t kStoreShare = 3;
  static constexpr std::uint64_t kShuffleShare = 5;
  static constexpr std::uint64_t kCompareShare = 3;
  static constexpr std::uint64_t kPassageShare = 8;  // the passages, once pairs are compared
  static constexpr std::uint64_t kBytesOfWord = 64;  // that comparing takes, about

  [[nodiscard]] DocId documents() const { return static_cast<DocId>(first_part_.size() - 1); }

  void collect_words(DocId document, std::vector<std::uint32_t>& words) const {
    Features scratch;
    words.clear();
    for (std::uint64_t part = first_part_[document]; part < first_part_[document + 1]; ++part) {
      append_packed_words(store_.get(part, scratch), words);
    }
  }

  LoosePassages compare(const std::vector<DocPair>& pairs) {
    LoosePassages result;
    result.memory = std::make_shared<SpillableMemory>(options_.memory_bytes / kPassageShare, options_.temp_dir);
    result.passages = SpillableVector<LoosePassage>(result.memory.get());
    std::vector<Worker> workers;
    for (std::size_t i = 0; i < executor_.workers(); ++i) workers.emplace_back(options_.matching, result.memory.get());
    executor_.for_each_range(pairs.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t i = begin; i < end; ++i) compare(pairs[i].first, pairs[i].second, workers[worker]);
    });
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
    std::sort(result.passages.begin(), result.passages.end(),
              [](const LoosePassage& x, const LoosePassage& y) { return place(x) < place(y); });
    result.counts.compared_pairs = pairs.size();
    result.counts.spilled_bytes = store_.spilled_bytes();
    return result;
  }

  /// What comparing a document takes of memory, about: a word is packed with the lengths of what is between.
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
    compare_here(a, b, worker);
    if (bytes > options_.memory_bytes / kCompareShare / (2 * executor_.workers())) worker.release(options_.matching);
  }

  void compare_here(DocId a, DocId b, Worker& worker) const {
    unpack(a, worker, worker.a);
    unpack(b, worker, worker.b);
    LooseLimits limits;
    for (std::uint32_t part_a = 0; part_a < worker.a.parts.size(); ++part_a) {
      for (std::uint32_t part_b = 0; part_b < worker.b.parts.size(); ++part_b) {
        limits += worker.aligner->align(worker.a.parts[part_a].text(), worker.b.parts[part_b].text(), worker.passages);
        for (const Passage& passage : worker.passages) worker.found.push_back({a, b, part_a, part_b, passage});
      }
    }
    worker.limits += limits;
    if (limits != LooseLimits()) ++worker.capped_pairs;
  }

  void unpack(DocId document, Worker& worker, UnpackedDocument& out) const {
    if (out.document == document) return;
    out.document = document;
    out.parts.resize(first_part_[document + 1] - first_part_[document]);
    for (std::size_t part = 0; part < out.parts.size(); ++part) {
      unpack_words(store_.get(first_part_[document] + part, worker.scratch), out.parts[part]);
    }
  }

  LoosePassageOptions options_;
  oneapi::tbb::enumerable_thread_specific<WordTools> tools_;
  LocalExecutor executor_;
  FeatureStore store_;  // the parts of all documents, packed
  MemoryGate comparing_;
  std::vector<std::uint64_t> first_part_ = {0};  // of each document, and of all
};

LoosePassageFinder::LoosePassageFinder(const LoosePassageOptions& options) : state_(std::make_unique<State>(options)) {}

LoosePassageFinder::~LoosePassageFinder() = default;

std::shared_ptr<void> LoosePassageFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void LoosePassageFinder::add(const void* signed_batch) {
  state_->add(*static_cast<const SignedBatch*>(signed_batch));
}

LoosePassages LoosePassageFinder::find(DocId references, const std::vector<DocPair>& known) {
  return state_->find(references, known);
}

LoosePassages LoosePassageFinder::find_in(std::vector<DocPair> pairs) {
  return state_->find_in(std::move(pairs));
}

}  // namespace cento
