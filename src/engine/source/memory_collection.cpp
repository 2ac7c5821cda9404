#include "engine/source/memory_collection.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/parallel/executor.hpp"
#include "core/parallel/in_order.hpp"

namespace cento {

namespace {

constexpr std::string_view kName = "documents";  // the place of documents in memory, with their number

std::uint64_t text_bytes_of(const TextDocument& document) {
  std::uint64_t bytes = 0;
  for (const TextPart& part : document.parts) bytes += part.text.size();
  return bytes;
}

std::string problem_of(const TextDocument& document) {
  if (document.parts.empty()) return "the document has no parts";
  for (const TextPart& part : document.parts) {
    if (std::string problem = problem_of_text(part.text); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace

std::size_t waiting_batches(std::size_t threads, const ReadProgress& progress) {
  constexpr std::uint64_t kMemoryOfOne = std::uint64_t{64} << 20;  // of which it takes a small part
  const std::uint64_t memory_bytes = progress.ledger == nullptr ? 0 : progress.ledger->limit();
  return std::min<std::uint64_t>(memory_bytes / kMemoryOfOne, blocks_in_flight(threads, memory_bytes) - threads);
}

void take_batch(DocumentBatch& batch, PassedOn& made, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) {
  for (const BadRecord& record : batch.rejected) reporter.reject(record);
  for (const auto& [what, amount] : batch.counts) reporter.count(what, amount);
  for (const Document& document : batch.documents) {
    for (const Part& part : document.parts) progress.text_bytes += part.text.size();
  }
  step.take(batch, made);
  progress.documents += batch.documents.size();
}

void MemoryCollection::read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const {
  const std::vector<std::size_t> begins = cut();
  std::atomic<std::size_t> next = 0;
  const auto pool = std::make_shared<BytePool>();
  using Worked = WorkedBatch<std::size_t>;
  InOrder<Worked> batches(waiting_batches(threads, progress));
  const auto take = [&](const Worked& worked) {
    take_batch(*worked.batch, *worked.made, reporter, progress, step);
    for (std::size_t i = begins[worked.piece]; i < begins[worked.piece + 1]; ++i) {
      progress.raw_bytes += text_bytes_of(documents_[i]);
    }
  };
  run_on_threads(threads, [&](std::size_t) {
    bool goes_on = true;
    for (std::size_t i = next++; goes_on && i + 1 < begins.size(); i = next++) {
      const auto make = [&] {
        Worked worked{i, std::make_unique<DocumentBatch>(pool)};
        worked.batch->number = i;
        fill(begins[i], begins[i + 1], *worked.batch);
        worked.made = step.work(*worked.batch);
        return worked;
      };
      goes_on = batches.run(i, make, take);
    }
  });
}

std::uint64_t MemoryCollection::total_bytes() const {
  std::uint64_t bytes = 0;
  for (const TextDocument& document : documents_) bytes += text_bytes_of(document);
  return bytes;
}

/// Cuts the documents into batches: the begin of each, and the end.
std::vector<std::size_t> MemoryCollection::cut() const {
  constexpr std::uint64_t kBatchBytes = std::uint64_t{1} << 18;
  std::vector<std::size_t> begins = {0};
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < documents_.size(); ++i) {
    bytes += text_bytes_of(documents_[i]) + 1;
    if (bytes < kBatchBytes) continue;
    begins.push_back(i + 1);
    bytes = 0;
  }
  if (begins.back() != documents_.size()) begins.push_back(documents_.size());
  return begins;
}

void MemoryCollection::fill(std::size_t begin, std::size_t end, DocumentBatch& batch) const {
  std::vector<Part> parts;
  for (std::size_t i = begin; i < end; ++i) {
    const TextDocument& source = documents_[i];
    const Place place{kName, i + 1};
    if (std::string problem = problem_of(source); !problem.empty()) {
      batch.reject(place, std::move(problem));
      continue;
    }
    parts.clear();
    for (const TextPart& part : source.parts) parts.push_back({part.name, part.text});
    Document& document = batch.add(source.id, parts);
    document.metadata = source.metadata;
    document.place = place;
  }
}

}  // namespace cento
