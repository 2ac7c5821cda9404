#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/executor.hpp"
#include "core/plain_vector.hpp"
#include "core/span.hpp"
#include "join/weighted_sets.hpp"
#include "methods/thread_model.hpp"
#include "methods/thread_signer.hpp"
#include "sign/feature_store.hpp"
#include "sign/question_words.hpp"

namespace cento {

/// The sets of features of a field: one for all threads whose text gives the same.
class ThreadFieldSets {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  ThreadFieldSets(std::uint64_t memory_bytes, const std::string& temp_dir);
  ~ThreadFieldSets();

  /// Adds the next thread; an empty set is a part that it does not have.
  void add(std::span<const std::uint64_t> features, const Fingerprint& fingerprint);

  /// The set of a thread; kNone.
  [[nodiscard]] std::uint32_t set_of(DocId thread) const { return set_of_[thread]; }
  [[nodiscard]] const FeatureStore& store() const { return store_; }

  /// No more threads come: what is only needed to add them goes.
  void close();

 private:
  struct KnownSets;

  FeatureStore store_;
  PlainVector<std::uint32_t> set_of_;
  std::unique_ptr<KnownSets> known_;
};

/// The first tokens of a part, for the comparison by order.
class ThreadOrders {
 public:
  void add(std::span<const std::uint64_t> tokens);
  [[nodiscard]] std::span<const std::uint32_t> of(DocId thread) const {
    return {tokens_.data() + begins_[thread], tokens_.data() + begins_[thread + 1]};
  }

 private:
  PlainVector<std::uint32_t> tokens_;  // the lower halves of their hashes
  PlainVector<std::uint64_t> begins_ = {0};
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
  ThreadFields(const ThreadModel& model, std::uint64_t memory_bytes, const std::string& temp_dir);

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
  PlainVector<QuestionFacts> facts_;  // by thread, part by part
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
