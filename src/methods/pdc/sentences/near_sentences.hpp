#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "align/families.hpp"
#include "core/parallel/executor.hpp"
#include "core/spill/groups.hpp"
#include "join/bounds.hpp"
#include "join/exact_join.hpp"
#include "join/exact_join_run.hpp"
#include "join/part_keys.hpp"
#include "methods/pdc/keyed_sentence.hpp"
#include "methods/pdc/sentences/hashed_position.hpp"
#include "methods/pdc/sentences/near_candidate_kernels.hpp"
#include "methods/pdc/sentences/near_candidates.hpp"
#include "methods/pdc/sentences/near_kernels.hpp"
#include "methods/pdc/sentences/near_pair.hpp"
#include "methods/pdc/sentences/sentence_sets.hpp"
#include "methods/pdc/sentences/sentence_signer.hpp"
#include "sign/feature_store.hpp"

namespace cento {

/// Finds all pairs of near-duplicate sentences: first those with equal features, which become one class, then those
/// with similar ones. Under any executor that has the operations of LocalExecutor.
template <typename Executor>
class NearSentences {
 public:
  /// `executor` must outlive this.
  NearSentences(const NearSentenceOptions& options, Executor& executor)
      : by_parts_(PartKeys::suit(options.threshold)),
        memory_(options.memory),
        temp_dir_(options.temp_dir),
        wanted_(Measure::jaccard, options.threshold),
        part_keys_(options.threshold),
        executor_(executor),
        sets_(options.memory, options.temp_dir),
        equal_(executor.template regroup<HashedPosition>(kLikelySentences, HashOfPosition{})),
        keyed_(executor.template regroup<KeyedSentence>(2 * kLikelySentences, KeyOfSentence{})) {}

  /// Takes the signatures of a batch; `positions[i]` is the position of the sentence of entry i. A sentence may come
  /// more than once.
  void add(const SignedSentences& batch, std::span<const Position> positions) {
    const std::uint64_t* features = batch.features.data();
    const std::uint64_t* key = batch.keys.data();
    auto& equal = equal_.writer(0);
    auto& keyed = keyed_.writer(0);
    for (std::size_t i = 0; i < batch.entries.size(); ++i) {
      const SignedSentences::Entry& entry = batch.entries[i];
      equal.add({entry.set_hash, positions[i]});
      if (entry.keys == 0) continue;
      const std::size_t words = by_parts_ ? packed_words(entry.size) : entry.size;
      sets_.add(positions[i], {entry.size, {features, words}});
      features += words;
      for (std::uint32_t k = 0; k < entry.keys && by_parts_; ++k, ++key) {
        keyed.add({*key, positions[i], entry.size, entry.sketch});
      }
    }
  }

  /// Merges classes of sentences with equal features, named after the first. `classes` has the class of each position:
  /// the first position of the sentence, with `repeats` set if it has several.
  void merge_equal(std::span<std::uint32_t> classes, std::uint32_t repeats) {
    std::atomic<bool> any = false;
    equal_.for_each_batch([&](std::span<const HashedPosition> batch, std::size_t) {
      for_each_group(batch, SameHash(), [&](std::span<const HashedPosition> group) {
        if (group.size() > 1 && merge_equal_classes(group, classes, repeats)) any = true;
      });
    });
    if (!any) return;
    executor_.for_each_range(classes.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        // The first position of a class already has the new name and is no longer written.
        const std::uint32_t name = classes[classes[i] & ~repeats];
        if (classes[i] != name) classes[i] = name;
      }
    });
  }

  /// All pairs of similar classes, without their flag; ascending. Called once, after merge_equal().
  [[nodiscard]] std::vector<NearPair> find(std::span<const std::uint32_t> classes, std::uint32_t repeats) {
    sets_.finish();
    const ClassOfPosition class_of{classes, repeats};
    std::vector<NearPair> pairs = by_parts_ ? find_by_parts(class_of) : find_by_join(class_of);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    counts_.spilled_bytes += sets_.spilled_bytes() + equal_.spilled_bytes() + keyed_.spilled_bytes();
    return pairs;
  }

  [[nodiscard]] const JoinCounts& counts() const { return counts_; }

 private:
  template <typename Record, typename KeyOf>
  using Regrouping = typename Executor::template Regrouping<Record, KeyOf>;

  static constexpr std::uint64_t kLikelySentences = std::uint64_t{1} << 23U;  // the number is not known while reading

  /// Joins one set of each class.
  std::vector<NearPair> find_by_join(const ClassOfPosition& class_of) {
    std::vector<std::pair<std::uint32_t, Position>> sets;  // the class, and the position of a sentence of it
    sets_.for_each_position([&](Position position) { sets.emplace_back(class_of(position), position); });
    leave_one_of_each_class(sets);
    FeatureStore distinct(memory_, temp_dir_);
    Features scratch;
    for (const auto& [name, position] : sets) distinct.add(sets_.get(position, scratch).words);
    JoinOptions options;
    options.threshold = wanted_.threshold();
    const JoinResult joined = ExactJoinRun<Executor>(distinct, options, executor_).run();
    counts_ = joined.counts;
    counts_.spilled_bytes += distinct.spilled_bytes();
    std::vector<NearPair> pairs;
    for (const SimilarPair& pair : joined.pairs) {
      pairs.push_back(near_pair_of(sets[pair.a].first, sets[pair.b].first, pair.similarity()));
    }
    return pairs;
  }

  std::vector<NearPair> find_by_parts(const ClassOfPosition& class_of) {
    constexpr std::uint64_t kSpread = 4;  // more partitions, since some classes have many candidates
    const KeyOfCandidate key_of{OrderedKey(class_of.classes.size())};
    auto candidates = executor_.template regroup<NearCandidate>(kSpread * sets_.size(), key_of);
    gather_candidates({class_of, sets_, wanted_, part_keys_}, candidates);
    std::vector<std::vector<NearPair>> found(executor_.workers());
    std::atomic<std::uint64_t> pairs_of_classes = 0;
    candidates.for_each_batch([&](std::span<const NearCandidate> batch, std::size_t worker) {
      NearVerifier verifier(sets_, wanted_);
      std::uint64_t count = 0;
      const auto same_classes = [](const NearCandidate& x, const NearCandidate& y) {
        return x.class_a == y.class_a && x.class_b == y.class_b;
      };
      for_each_group(batch, same_classes, [&](std::span<const NearCandidate> group) {
        ++count;
        verifier.verify(group.front(), found[worker]);
      });
      pairs_of_classes += count;
    });
    counts_.candidate_pairs = pairs_of_classes;
    counts_.spilled_bytes += candidates.spilled_bytes();
    std::vector<NearPair> pairs;
    for (const std::vector<NearPair>& some : found) pairs.insert(pairs.end(), some.begin(), some.end());
    return pairs;
  }

  /// Adds the pairs of classes that share a key, each as often as they do, unless sizes or sketches rule them out.
  void gather_candidates(const CandidateRules& rules, Regrouping<NearCandidate, KeyOfCandidate>& candidates) {
    using CandidateWriter = typename Regrouping<NearCandidate, KeyOfCandidate>::Writer;
    std::vector<JoinCounts> counts(executor_.workers());
    const auto same_key = [](const KeyedSentence& x, const KeyedSentence& y) { return x.key() == y.key(); };
    keyed_.for_each_batch([&](std::span<const KeyedSentence> batch, std::size_t worker) {
      for_each_group(batch, same_key, [&](std::span<const KeyedSentence> group) {
        if (group.size() < 2) return;
        ProposedCandidates<CandidateWriter> proposed{candidates.writer(worker)};
        propose_candidates(rules, group, proposed);
        counts[worker] += proposed.counts;
      });
    });
    for (const JoinCounts& some : counts) counts_ += some;
  }

  bool by_parts_;
  MemoryPart memory_;
  std::string temp_dir_;
  WantedSimilarity wanted_;
  PartKeys part_keys_;
  Executor& executor_;
  SentenceSets sets_;
  Regrouping<HashedPosition, HashOfPosition> equal_;
  Regrouping<KeyedSentence, KeyOfSentence> keyed_;
  JoinCounts counts_;
};

extern template class NearSentences<LocalExecutor>;

}  // namespace cento
