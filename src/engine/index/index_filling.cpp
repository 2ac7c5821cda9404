#include "engine/index/index_filling.hpp"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace cento {

IndexToFill::IndexToFill(std::string folder) : folder_(std::move(folder)) {
  std::error_code ignored;
  if (std::filesystem::exists(folder_, ignored) && !std::filesystem::is_empty(folder_, ignored)) return;
  create_index(folder_, {}, {});
  is_new_ = true;
}

IndexToFill::~IndexToFill() {
  if (is_new_) remove_unused_index(folder_);
}

CollectionTotals add_collection(IndexWriter& writer, const Collection& collection, Job& job) {
  CollectionTotals totals;
  const auto work = [&](DocumentBatch& batch) { return writer.prepare(batch); };
  const auto take = [&](DocumentBatch& batch, const std::shared_ptr<PreparedBatch>& prepared) {
    totals.documents += batch.documents.size();
    for (const Document& document : batch.documents) totals.parts += document.parts.size();
    if (!batch.documents.empty()) writer.add(batch, *prepared);
  };
  job.read(collection, WorkAndTake{work, take});
  job.progress().begin_phase("writing");
  writer.commit();
  totals.text_bytes = writer.counts().text_bytes;
  return totals;
}

}  // namespace cento
