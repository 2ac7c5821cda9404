#include "index/live/batch_preparer.hpp"

#include <utility>

namespace cento {

PackedDocument PreparedBatch::row(const DocumentBatch& batch, std::size_t document) const {
  PackedDocument row = packed[document].views_of(batch.documents[document], bytes);
  row.sentences = sentences[document];
  return row;
}

void PreparedBatch::clear() {
  digests.clear();
  bytes.clear();
  release_if_large(bytes);
  packed.clear();
  sentences.clear();
}

BatchPreparer::BatchPreparer(DigesterFactory digesters, std::shared_ptr<const IndexSettings> settings)
    : digesters_(std::move(digesters)), settings_(std::move(settings)) {}

std::unique_ptr<BatchPreparer::Worker> BatchPreparer::take() {
  return workers_.take([&] {
    auto worker = std::make_unique<Worker>();
    worker->digester = digesters_(settings_->options, settings_->frequencies());
    return worker;
  });
}

std::shared_ptr<PreparedBatch> BatchPreparer::prepare(const DocumentBatch& batch) {
  std::shared_ptr<PreparedBatch> prepared = batches_.lend();
  std::unique_ptr<Worker> worker = take();
  for (const Document& document : batch.documents) {
    const std::size_t before = prepared->digests.sentences();
    worker->digester->add(document.parts, prepared->digests);
    prepared->sentences.push_back(static_cast<std::uint32_t>(prepared->digests.sentences() - before));
    prepared->packed.push_back(worker->packer.pack(document, prepared->bytes));
  }
  give_back(std::move(worker));
  return prepared;
}

}  // namespace cento
