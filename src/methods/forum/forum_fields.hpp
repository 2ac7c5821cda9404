#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/memory/spillable_memory.hpp"
#include "core/parallel/executor.hpp"
#include "core/span.hpp"
#include "join/weighted_sets.hpp"
#include "methods/forum/forum_model.hpp"
#include "methods/forum/forum_signer.hpp"
#include "methods/forum/signed_threads.hpp"
#include "sign/feature_store.hpp"
#include "sign/words/feature_weights.hpp"
#include "sign/words/question_words.hpp"

namespace cento {

/// Numbers fingerprints in order of first appearance.
class FingerprintNumbers {
 public:
  explicit FingerprintNumbers(SpillableMemory* memory) : known_(memory), slots_(memory) {}

  /// The number of a fingerprint, and whether it is new.
  std::pair<std::uint32_t, bool> add(const Fingerprint& fingerprint);

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  [[nodiscard]] std::size_t slot_of(const Fingerprint& fingerprint) const;
  void enlarge();

  SpillableVector<Fingerprint> known_;
  SpillableVector<std::uint32_t> slots_;  // numbers, by hash; a power of two of them
};

/// The memory that holds fields.
struct FieldMemory {
  MemoryPart features;      // for features, until they are weighed
  std::string temp_dir;     // for more features
  SpillableMemory* arrays;  // for everything else
};

/// The sets of features of a field: one for all threads whose texts have the same.
class ForumFieldSets {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  ForumFieldSets(const FieldMemory& memory, const MemoryPart& features);
  ~ForumFieldSets();

  /// Adds the next thread; an empty set is a part that it lacks.
  void add(std::span<const std::uint64_t> features, const Fingerprint& fingerprint);

  /// The set of a thread; kNone.
  [[nodiscard]] std::uint32_t set_of(DocId thread) const { return set_of_[thread]; }
  /// The features, until forget_features().
  [[nodiscard]] const FeatureStore& store() const { return *store_; }

  /// No more threads will come: frees what is only needed to add them.
  void close();
  /// The features were weighed and are no longer needed.
  void forget_features();

  [[nodiscard]] std::uint64_t spilled_bytes() const { return spilled_bytes_; }

 private:
  std::optional<FeatureStore> store_;
  SpillableVector<std::uint32_t> set_of_;
  std::optional<FingerprintNumbers> known_;
  std::uint64_t spilled_bytes_ = 0;  // of forgotten features
};

/// The first tokens of a part, for the comparison by order.
class ForumOrders {
 public:
  explicit ForumOrders(SpillableMemory* memory) : tokens_(memory), begins_(1, 0, memory) {}

  void add(std::span<const std::uint64_t> tokens);
  [[nodiscard]] std::span<const std::uint32_t> of(DocId thread) const {
    return {tokens_.data() + begins_[thread], tokens_.data() + begins_[thread + 1]};
  }

 private:
  SpillableVector<std::uint32_t> tokens_;  // the lower halves of their hashes
  SpillableVector<std::uint64_t> begins_;
};

/// A comparison of the model, and what it uses.
struct PreparedComparison {
  std::size_t part = 0;
  Comparison how;
  const ForumFieldSets* field = nullptr;  // null for the order of tokens
  const WeightedSets* sets = nullptr;     // null for the order of tokens
  const ForumOrders* order = nullptr;
};

/// Everything that threads are compared by, field by field.
class ForumFields {
 public:
  ForumFields(const ForumModel& model, const FieldMemory& memory);

  /// Adds the threads of a batch, which were signed by the fields of fields_of(model).
  void add(const SignedThreads& batch);

  /// Weighs all features; `model` must outlive this.
  template <typename Executor>
  void prepare(const ForumModel& model, Executor& executor);

  [[nodiscard]] std::size_t size() const { return facts_.size() / parts_; }
  /// Those of the model, in its order.
  [[nodiscard]] std::span<const PreparedComparison> comparisons() const {
    return std::span(comparisons_).first(comparisons_.size() - parts_with_order_);
  }
  /// Those of the model, then one by words for each part whose word order is compared, in the order of the model.
  [[nodiscard]] std::span<const PreparedComparison> searchable() const { return comparisons_; }
  [[nodiscard]] const QuestionFacts& facts(DocId thread, std::size_t part) const {
    return facts_[thread * parts_ + part];
  }
  [[nodiscard]] std::uint64_t spilled_bytes() const;
  /// The memory for the arrays of a search.
  [[nodiscard]] SpillableMemory* memory() const { return arrays_; }

  /// A fingerprint of everything that compare() uses: threads with the same one compare alike with all others.
  [[nodiscard]] Fingerprint fingerprint_of(DocId thread) const;

 private:
  struct Weighted {
    const ForumFieldSets* field;
    double idf_power;
    std::unique_ptr<WeightedSets> sets;
  };

  void add(std::size_t field, std::span<const std::uint64_t> features, const Fingerprint& fingerprint);
  void end_adding();
  /// Lists the comparisons of the model, then those by words for word order; they are not weighed yet.
  void list_comparisons(const ForumModel& model);
  void list(std::size_t part, const Comparison& how);
  /// Comparisons that differ only in their measure have the same weights: those known from an earlier one, or null.
  [[nodiscard]] const WeightedSets* known_weights(const PreparedComparison& comparison) const;
  [[nodiscard]] FeatureWeights weights_for(const Comparison& how) const;
  void forget_features();

  std::vector<ForumField> fields_;
  std::vector<std::unique_ptr<ForumFieldSets>> sets_;  // by field; null for order
  std::vector<std::unique_ptr<ForumOrders>> orders_;   // by field; null for sets
  std::size_t parts_;
  SpillableMemory* arrays_;
  SpillableVector<QuestionFacts> facts_;  // by thread, part by part
  FeatureWeights::Factors word_factors_;
  std::vector<Weighted> weighted_;
  std::vector<PreparedComparison> comparisons_;
  std::size_t parts_with_order_ = 0;
};

template <typename Executor>
void ForumFields::prepare(const ForumModel& model, Executor& executor) {
  end_adding();
  list_comparisons(model);
  for (PreparedComparison& comparison : comparisons_) {
    if (comparison.field == nullptr) continue;
    comparison.sets = known_weights(comparison);
    if (comparison.sets != nullptr) continue;
    const FeatureWeights weights = weights_for(comparison.how);
    auto sets = std::make_unique<WeightedSets>(comparison.field->store(), weights, executor, arrays_);
    comparison.sets = sets.get();
    weighted_.push_back({comparison.field, comparison.how.idf_power, std::move(sets)});
  }
  forget_features();
}

extern template void ForumFields::prepare(const ForumModel& model, LocalExecutor& executor);

/// The value of a measure for what two sets have in common.
[[nodiscard]] double measured(const WeightedOverlap& found, SetMeasure measure);

/// Whether a model's word factors apply to these features.
[[nodiscard]] bool is_of_words(std::string_view features);

/// The similarity of two threads by one comparison; kMissing where one has nothing to compare.
[[nodiscard]] double similarity(const PreparedComparison& comparison, DocId a, DocId b);

/// Replaces `found` with the similarities of two threads by all comparisons; `outside` is left missing.
void compare_threads(const ForumFields& fields, DocId a, DocId b, ForumSimilarities& found);

}  // namespace cento
