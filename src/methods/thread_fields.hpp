#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/span.hpp"
#include "core/spillable_memory.hpp"
#include "join/weighted_sets.hpp"
#include "methods/thread_model.hpp"
#include "methods/thread_signer.hpp"
#include "sign/feature_store.hpp"
#include "sign/question_words.hpp"

namespace cento {

/// Numbers fingerprints in the order in which they first come.
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

/// What fields are held in.
struct FieldMemory {
  std::uint64_t feature_bytes;  // for features, until they are weighed
  std::string temp_dir;         // for more features
  SpillableMemory* arrays;      // for everything else
};

/// The sets of features of a field: one for all threads whose text gives the same.
class ThreadFieldSets {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  ThreadFieldSets(const FieldMemory& memory, std::uint64_t feature_bytes);
  ~ThreadFieldSets();

  /// Adds the next thread; an empty set is a part that it does not have.
  void add(std::span<const std::uint64_t> features, const Fingerprint& fingerprint);

  /// The set of a thread; kNone.
  [[nodiscard]] std::uint32_t set_of(DocId thread) const { return set_of_[thread]; }
  /// The features, until forget_features().
  [[nodiscard]] const FeatureStore& store() const { return *store_; }

  /// No more threads come: what is only needed to add them goes.
  void close();
  /// The features were weighed, and are not asked for any more.
  void forget_features();

  [[nodiscard]] std::uint64_t spilled_bytes() const { return spilled_bytes_; }

 private:
  std::optional<FeatureStore> store_;
  SpillableVector<std::uint32_t> set_of_;
  std::optional<FingerprintNumbers> known_;
  std::uint64_t spilled_bytes_ = 0;  // of what was forgotten
};

/// The first tokens of a part, for the comparison by order.
class ThreadOrders {
 public:
  explicit ThreadOrders(SpillableMemory* memory) : tokens_(memory), begins_(1, 0, memory) {}

  void add(std::span<const std::uint64_t> tokens);
  [[nodiscard]] std::span<const std::uint32_t> of(DocId thread) const {
    return {tokens_.data() + begins_[thread], tokens_.data() + begins_[thread + 1]};
  }

 private:
  SpillableVector<std::uint32_t> tokens_;  // the lower halves of their hashes
  SpillableVector<std::uint64_t> begins_;
};

/// A comparison of the model, and what it looks at.
struct PreparedComparison {
  std::size_t part = 0;
  Comparison how;
  const ThreadFieldSets* field = nullptr;  // null for the order of tokens
  const WeightedSets* sets = nullptr;      // null for that, too
  const ThreadOrders* order = nullptr;
};

/// Everything that threads are compared by, field by field.
class ThreadFields {
 public:
  ThreadFields(const ThreadModel& model, const FieldMemory& memory);

  /// Adds a field's features of the next thread, for each field of fields_of(model) in order.
  void add(std::size_t field, std::span<const std::uint64_t> features, const Fingerprint& fingerprint);
  void add_facts(const QuestionFacts& facts) { facts_.push_back(facts); }

  /// Weighs all features; `model` must outlive this.
  void prepare(const ThreadModel& model, LocalExecutor& executor);

  [[nodiscard]] std::size_t size() const { return facts_.size() / parts_; }
  /// Those of the model, in its order.
  [[nodiscard]] std::span<const PreparedComparison> comparisons() const {
    return std::span(comparisons_).first(comparisons_.size() - parts_with_order_);
  }
  /// Behind them one by words for each part whose order of words is compared, in the order of the model.
  [[nodiscard]] std::span<const PreparedComparison> searchable() const { return comparisons_; }
  [[nodiscard]] const QuestionFacts& facts(DocId thread, std::size_t part) const {
    return facts_[thread * parts_ + part];
  }
  [[nodiscard]] std::uint64_t spilled_bytes() const;
  /// What a search may hold its arrays in.
  [[nodiscard]] SpillableMemory* memory() const { return arrays_; }

  /// Everything that compare() looks at, as one fingerprint: threads that have the same are alike to all others.
  [[nodiscard]] Fingerprint fingerprint_of(DocId thread) const;

 private:
  struct Weighted {
    std::size_t field;
    double idf_power;
    std::unique_ptr<WeightedSets> sets;
  };

  void prepare(std::size_t part, const Comparison& how, LocalExecutor& executor);
  const WeightedSets& weighted(std::size_t field, const Comparison& how, LocalExecutor& executor);

  std::vector<ThreadField> fields_;
  std::vector<std::unique_ptr<ThreadFieldSets>> sets_;  // by field; null for order
  std::vector<std::unique_ptr<ThreadOrders>> orders_;   // by field; null for sets
  std::size_t parts_;
  SpillableMemory* arrays_;
  SpillableVector<QuestionFacts> facts_;  // by thread, part by part
  FeatureWeights::Factors word_factors_;
  std::vector<Weighted> weighted_;
  std::vector<PreparedComparison> comparisons_;
  std::size_t parts_with_order_ = 0;
};

/// What a measure says of what two sets have in common.
[[nodiscard]] double measured(const WeightedOverlap& found, SetMeasure measure);

/// Whether a model's factors of words concern these features.
[[nodiscard]] bool is_of_words(std::string_view features);

/// The similarity of two threads by one comparison; kMissing where one has nothing to compare.
[[nodiscard]] double similarity(const PreparedComparison& comparison, DocId a, DocId b);

}  // namespace cento
