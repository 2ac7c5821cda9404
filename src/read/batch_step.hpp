#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "cento/passed_on.hpp"
#include "read/document.hpp"
#include "read/formats.hpp"

namespace cento {

/// What is done with the batches of a collection. `work(batch)` runs on any thread; `take(batch, made)` runs on one
/// thread at a time, in input order, and gets what `work` returned. A step may also have `table(format, input)`, which
/// is called in input order for each table (TREC run, qrels) among the files; without it they are skipped and counted.
template <typename Step>
concept BatchStep = requires(Step& step, DocumentBatch& batch, std::decay_t<decltype(step.work(batch))>& made) {
  step.take(batch, made);
};

/// A step of two functions.
template <typename Work, typename Take>
struct WorkAndTake {
  Work work;
  Take take;
};
template <typename Work, typename Take>
WorkAndTake(Work, Take) -> WorkAndTake<Work, Take>;

/// A step that only takes batches in order.
template <typename Take>
class TakeOnly {
 public:
  struct Nothing {};

  explicit TakeOnly(Take take) : take_(std::move(take)) {}

  Nothing work(DocumentBatch& /*batch*/) { return {}; }
  void take(DocumentBatch& batch, Nothing& /*made*/) { take_(batch); }

 private:
  Take take_;
};

/// Type-erased form of a step, as read_batches() calls it.
class AnyBatchStep {
 public:
  AnyBatchStep() = default;
  AnyBatchStep(const AnyBatchStep&) = delete;
  AnyBatchStep& operator=(const AnyBatchStep&) = delete;
  virtual ~AnyBatchStep() = default;

  [[nodiscard]] virtual std::unique_ptr<PassedOn> work(DocumentBatch& batch) = 0;
  virtual void take(DocumentBatch& batch, PassedOn& made) = 0;
  [[nodiscard]] virtual bool takes_tables() const = 0;
  virtual void table(const Format& format, Input& input) = 0;
};

/// Wraps a step, which must outlive the result.
template <BatchStep Step>
class CalledStep final : public AnyBatchStep {
 public:
  explicit CalledStep(Step& step) : step_(step) {}

  std::unique_ptr<PassedOn> work(DocumentBatch& batch) override {
    return std::make_unique<PassedValue<Made>>(step_.work(batch));
  }
  void take(DocumentBatch& batch, PassedOn& made) override { step_.take(batch, PassedValue<Made>::in(made)); }
  [[nodiscard]] bool takes_tables() const override { return kTakesTables; }
  void table(const Format& format, Input& input) override {
    if constexpr (kTakesTables) step_.table(format, input);
  }

 private:
  using Made = std::decay_t<decltype(std::declval<Step&>().work(std::declval<DocumentBatch&>()))>;
  static constexpr bool kTakesTables = requires(Step & step, const Format& format, Input& input) {
    step.table(format, input);
  };

  Step& step_;
};

}  // namespace cento
