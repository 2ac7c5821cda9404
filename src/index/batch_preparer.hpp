#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/plain_vector.hpp"
#include "core/warm_pool.hpp"
#include "index/digest.hpp"
#include "index/digester.hpp"
#include "index/index_contents.hpp"
#include "index/packed_document.hpp"
#include "read/document.hpp"

namespace cento {

/// What a batch needs before it is added, beside itself.
struct PreparedBatch {
  DigestBatch digests;
  PlainVector<char> bytes;  // of the packed documents
  std::vector<DocumentPacker::Packed> packed;
  std::vector<std::uint32_t> sentences;  // of each document

  /// The rows of the documents that it was made of.
  [[nodiscard]] PackedDocument row(const DocumentBatch& batch, std::size_t document) const;
  void clear();
};

/// Digests and packs documents on any number of threads.
class BatchPreparer {
 public:
  BatchPreparer(DigesterFactory digesters, std::shared_ptr<const IndexSettings> settings);

  /// The preparer must outlive it.
  [[nodiscard]] std::shared_ptr<PreparedBatch> prepare(const DocumentBatch& batch);

  /// For one thread at a time.
  struct Worker {
    std::unique_ptr<Digester> digester;
    DocumentPacker packer;
  };
  [[nodiscard]] std::unique_ptr<Worker> take();
  void give_back(std::unique_ptr<Worker> worker);

 private:
  DigesterFactory digesters_;
  std::shared_ptr<const IndexSettings> settings_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> free_;
  WarmPool<PreparedBatch> batches_;
};

}  // namespace cento
