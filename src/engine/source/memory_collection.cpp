#include "engine/source/memory_collection.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "engine/source/batch_pipeline.hpp"

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

/// Cuts the documents into batches.
class MemoryReading {
 public:
  using Piece = std::span<const TextDocument>;

  MemoryReading(std::span<const TextDocument> documents, ReadProgress& progress)
      : documents_(documents), progress_(progress) {}

  bool cut(std::vector<Piece>& out) {
    constexpr std::uint64_t kPieceBytes = std::uint64_t{1} << 18;
    std::size_t end = begin_;
    for (std::uint64_t bytes = 0; end < documents_.size() && bytes < kPieceBytes; ++end) {
      bytes += text_bytes_of(documents_[end]) + 1;
    }
    if (end > begin_) out.push_back(documents_.subspan(begin_, end - begin_));
    begin_ = end;
    return end < documents_.size();
  }

  void fill(const Piece& piece, DocumentBatch& batch) const {
    std::vector<Part> parts;
    for (const TextDocument& source : piece) {
      const Place place{kName, static_cast<std::uint64_t>(&source - documents_.data()) + 1};
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

  void taken(const Piece& piece, const DocumentBatch& /*batch*/) {
    for (const TextDocument& document : piece) progress_.raw_bytes += text_bytes_of(document);
  }

 private:
  std::span<const TextDocument> documents_;
  ReadProgress& progress_;
  std::size_t begin_ = 0;  // of the next piece
};

}  // namespace

void MemoryCollection::read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const {
  MemoryReading reading(documents_, progress);
  BatchPipeline(reading, reporter, progress, step).run(threads);
}

std::uint64_t MemoryCollection::total_bytes() const {
  std::uint64_t bytes = 0;
  for (const TextDocument& document : documents_) bytes += text_bytes_of(document);
  return bytes;
}

}  // namespace cento
