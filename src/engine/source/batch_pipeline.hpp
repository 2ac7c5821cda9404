#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/parallel/pipeline.hpp"
#include "read/collection.hpp"

namespace cento {

/// How many batches are in flight when documents come from memory.
[[nodiscard]] PipelineLimits limits_of_batches(std::size_t threads, const ReadProgress& progress);

/// Hands a batch on that was filled and worked on: reports what was rejected in it, counts, and calls take().
void take_batch(DocumentBatch& batch, PassedOn& made, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step);

/// Reads documents that are in memory, or are made there. `Reading` has a type Piece, from which a batch of documents
/// can be filled, and the functions
///   bool cut(std::vector<Piece>& out)              appends some pieces; false at the end; one thread at a time
///   void fill(const Piece&, DocumentBatch&) const  on any thread
///   void taken(const Piece&, const DocumentBatch&) in order, one at a time, before the step takes the batch
template <typename Reading>
class BatchPipeline {
 public:
  BatchPipeline(Reading& reading, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step)
      : progress_(progress), steps_(reading, reporter, progress, step) {}

  void run(std::size_t threads) { Pipeline<Item>(steps_, threads, limits_of_batches(threads, progress_)).run(); }

 private:
  using Piece = typename Reading::Piece;

  struct Item {
    Piece piece;
    std::uint64_t number;
    std::unique_ptr<DocumentBatch> batch = nullptr;
    std::unique_ptr<PassedOn> made = nullptr;
  };

  class Steps final : public PipelineSteps<Item> {
   public:
    Steps(Reading& reading, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step)
        : reading_(reading), reporter_(reporter), progress_(progress), step_(step) {}

    bool cut(std::vector<Item>& out) override {
      pieces_.clear();
      const bool goes_on = reading_.cut(pieces_);
      for (Piece& piece : pieces_) out.push_back({std::move(piece), next_++});
      pieces_.clear();
      return goes_on;
    }

    void work(Item& item) override {
      item.batch = std::make_unique<DocumentBatch>(pool_);
      item.batch->number = item.number;
      reading_.fill(item.piece, *item.batch);
      item.made = step_.work(*item.batch);
    }

    void take(Item& item) override {
      reading_.taken(item.piece, *item.batch);
      take_batch(*item.batch, *item.made, reporter_, progress_, step_);
    }

   private:
    Reading& reading_;
    Reporter& reporter_;
    ReadProgress& progress_;
    AnyBatchStep& step_;
    std::shared_ptr<BytePool> pool_ = std::make_shared<BytePool>();
    std::vector<Piece> pieces_;
    std::uint64_t next_ = 0;
  };

  ReadProgress& progress_;
  Steps steps_;
};

}  // namespace cento
