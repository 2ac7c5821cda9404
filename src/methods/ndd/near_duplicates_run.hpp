#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/memory/memory_budget.hpp"
#include "core/memory/spillable_memory.hpp"
#include "join/candidate_join.hpp"
#include "join/exact_join_run.hpp"
#include "methods/ndd/common_features.hpp"
#include "methods/ndd/document_classes.hpp"
#include "methods/ndd/near_duplicate_signer.hpp"
#include "methods/ndd/near_duplicates.hpp"
#include "sign/bits/simhash.hpp"
#include "sign/feature_store.hpp"

namespace cento {

/// Shares of the memory: what is being read, the store, two shuffles at a time, and what else documents need.
struct NearDuplicateShares {
  static constexpr MemoryShare kFeatures{"features of documents", 5};
  static constexpr MemoryShare kRareFeatures{"features that are not too common", 5};
  static constexpr MemoryShare kShuffles{"regrouped features", 7};
  static constexpr MemoryShare kDocuments{"classes of documents", 16};

  [[nodiscard]] static MemoryPart part(const NearDuplicateOptions& options, const MemoryShare& share) {
    return MemoryBudget(options.memory_bytes, options.ledger).part(share);
  }
};

/// The near-duplicates of signed documents under any executor that has the operations of LocalExecutor. Documents are
/// collapsed by their features as they are added, and one of each class is joined.
template <typename Executor>
class NearDuplicatesRun {
 public:
  /// `documents` holds the classes. Both and the executor must outlive this.
  NearDuplicatesRun(const NearDuplicateOptions& options, SpillableMemory& documents, Executor& executor)
      : options_(options),
        search_(search_of_method(options.method)),
        executor_(executor),
        store_(NearDuplicateShares::part(options, NearDuplicateShares::kFeatures), options.temp_dir),
        classes_(documents) {
    join_options_.threshold = options.threshold;
    if (search_ == NearDuplicateSearch::minhash || search_ == NearDuplicateSearch::simhash) {
      candidates_.emplace(join_options_, executor_, kLikelyKeys);
    }
  }

  /// Adds the documents of a batch, in input order. May keep the memory of their sets.
  void add(const SignedFeatureSets& batch) {
    const std::size_t keys = batch.sets.empty() ? 0 : batch.keys.size() / batch.sets.size();
    constexpr std::uint64_t kKeyOfNothing = 0;
    std::size_t i = 0;  // index among the signed documents
    for (std::size_t document = 0; document < batch.texts.size(); ++document) {
      if (batch.are_copies[document] != 0) {
        if (classes_.add_copy(batch.texts[document])) add_set({}, std::span(&kKeyOfNothing, 1));
        continue;
      }
      const PlacedSet& set = batch.sets[i];
      const bool is_empty =
          set.features.empty() && (search_ != NearDuplicateSearch::identical || batch.fingerprints[i] == Fingerprint{});
      const bool is_new = classes_.add(batch.texts[document], batch.fingerprints[i], is_empty);
      if (is_new) {
        add_set(set, std::span(batch.keys).subspan(i * keys, keys));
      } else {
        pass_over(set);
      }
      ++i;
    }
  }

  /// Frees what only adding needs. Called before find().
  void end_adding() { classes_.end_adding(); }

  /// All pairs. Called once.
  [[nodiscard]] NearDuplicates find() {
    NearDuplicates result;
    if (options_.sct > 0) leave_out_common(result.counts);
    result.counts.features = store().features();
    JoinResult joined = join();
    for (SimilarPair& pair : joined.pairs) {
      pair.a = classes_.first_of(pair.a);
      pair.b = classes_.first_of(pair.b);
    }
    result.pairs = std::move(joined.pairs);
    result.counts.join = joined.counts;
    result.counts.join.spilled_bytes += store_.spilled_bytes() + (rare_ ? rare_->spilled_bytes() : 0);
    classes_.hand_over(result);
    return result;
  }

 private:
  static constexpr std::uint64_t kLikelyKeys = std::uint64_t{1} << 24;  // the number is not known while reading

  void add_set(const PlacedSet& set, std::span<const std::uint64_t> keys) {
    const auto number = static_cast<std::uint32_t>(store_.size());
    keeps_memory_ ? store_.keep(set) : store_.add(set.features);
    add_keys(number, keys);
  }

  /// A set that is not stored may share its memory with sets that are: if there are many, those are copied.
  void pass_over(const PlacedSet& set) {
    constexpr std::uint64_t kPassedOverShare = 8;
    constexpr std::uint64_t kFew = std::uint64_t{1} << 19;
    passed_over_ += set.features.size();
    if (passed_over_ > kFew + store_.features() / kPassedOverShare) keeps_memory_ = false;
  }

  void add_keys(std::uint32_t set, std::span<const std::uint64_t> keys) {
    if (search_ == NearDuplicateSearch::simhash) {
      signatures_.push_back(keys.front());
      block_keys_.clear();
      append_block_keys(keys.front(), options_.distance, block_keys_);
      keys = block_keys_;
    }
    if (candidates_ && store_.size_of(set) > 0) candidates_->add(set, keys);
  }

  [[nodiscard]] CommonFeatures common_features() {
    if (options_.known_features != nullptr) return options_.known_features->over(options_.sct);
    return find_common_features(store_, classes_.sizes(), options_.sct, executor_);
  }

  void leave_out_common(NearDuplicateCounts& counts) {
    const CommonFeatures common = common_features();
    rare_.emplace(NearDuplicateShares::part(options_, NearDuplicateShares::kRareFeatures), options_.temp_dir);
    counts.sct_occurrences = copy_without(store_, common, *rare_);
    counts.sct_features = common.size();
  }

  [[nodiscard]] const FeatureStore& store() const { return rare_ ? *rare_ : store_; }

  JoinResult join() {
    switch (search_) {
      case NearDuplicateSearch::all_pairs: return ExactJoinRun<Executor>(store(), join_options_, executor_).run();
      case NearDuplicateSearch::minhash:
        return candidates_->find(store(), [](std::uint32_t, std::uint32_t) { return true; });
      case NearDuplicateSearch::simhash:
        return candidates_->find(store(), [&](std::uint32_t a, std::uint32_t b) {
          return hamming_distance(signatures_[a], signatures_[b]) <= static_cast<int>(options_.distance);
        });
      default: return {};
    }
  }

  NearDuplicateOptions options_;
  NearDuplicateSearch search_;
  Executor& executor_;
  JoinOptions join_options_;
  FeatureStore store_;
  std::uint64_t passed_over_ = 0;     // features that are not in it, because others have the same
  bool keeps_memory_ = true;          // whether the store keeps sets where they are
  std::optional<FeatureStore> rare_;  // what SCT leaves of store_
  std::optional<CandidateJoin<Executor>> candidates_;
  DocumentClasses classes_;                // each has a set
  std::vector<std::uint64_t> signatures_;  // SimHash, of each set
  std::vector<std::uint64_t> block_keys_;
};

extern template class NearDuplicatesRun<LocalExecutor>;

}  // namespace cento
