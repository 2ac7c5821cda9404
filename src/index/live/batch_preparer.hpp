#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/memory/object_pool.hpp"
#include "core/memory/plain_vector.hpp"
#include "index/digest.hpp"
#include "index/digester.hpp"
#include "index/index_contents.hpp"
#include "index/store/packed_document.hpp"
#include "read/document.hpp"

namespace cento {

/// What is needed to add a batch, besides the batch itself.
struct PreparedBatch {
  DigestBatch digests;
  PlainVector<char> bytes;  // of the packed documents
  std::vector<DocumentPacker::Packed> packed;
  std::vector<std::uint32_t> sentences;  // of each document

  /// The row of a document of the batch that this was made from.
  [[nodiscard]] PackedDocument row(const DocumentBatch& batch, std::size_t document) const;
  void clear();
};

/// Digests and packs documents on any number of threads.
class BatchPreparer {
 public:
  BatchPreparer(DigesterFactory digesters, std::shared_ptr<const IndexSettings> settings);

  /// The preparer must outlive the result.
  [[nodiscard]] std::shared_ptr<PreparedBatch> prepare(const DocumentBatch& batch);

  /// For one thread at a time.
  struct Worker {
    std::unique_ptr<Digester> digester;
    DocumentPacker packer;
  };
  [[nodiscard]] std::unique_ptr<Worker> take();
  void give_back(std::unique_ptr<Worker> worker) { workers_.give_back(std::move(worker)); }

 private:
  DigesterFactory digesters_;
  std::shared_ptr<const IndexSettings> settings_;
  ObjectPool<Worker> workers_{ObjectPool<Worker>::kAll};
  ObjectPool<PreparedBatch> batches_;
};

}  // namespace cento
