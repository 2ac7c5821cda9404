#pragma once

#include <memory>
#include <span>

#include "cento/source.hpp"
#include "engine/source/collection.hpp"

namespace cento {

/// Documents in memory.
class MemoryCollection final : public Collection {
 public:
  /// They must outlive it.
  explicit MemoryCollection(std::span<const TextDocument> documents) : documents_(documents) {}

  void read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const override;
  void keep(const MemoryPart& /*memory*/, const std::string& /*temp_dir*/) override {}  // they are there
  [[nodiscard]] std::uint64_t total_bytes() const override;

 private:
  [[nodiscard]] std::vector<std::size_t> cut() const;
  void fill(std::size_t begin, std::size_t end, DocumentBatch& batch) const;

  std::span<const TextDocument> documents_;
};

/// A batch that was filled and worked on, with what its texts refer to.
template <typename Piece>
struct WorkedBatch {
  Piece piece;
  std::unique_ptr<DocumentBatch> batch;
  std::unique_ptr<PassedOn> made = nullptr;
};

/// How many of them may wait for their turn.
[[nodiscard]] std::size_t waiting_batches(std::size_t threads, const ReadProgress& progress);

/// Hands a batch on that was filled and worked on: reports what was rejected in it, counts, and calls take().
void take_batch(DocumentBatch& batch, PassedOn& made, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step);

}  // namespace cento
