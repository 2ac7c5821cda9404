#include "scan_documents.hpp"

#include <fmt/format.h>

namespace cento::cli {

namespace {

constexpr std::uint64_t kPipesShare = 8;       // of the memory
constexpr std::uint64_t kDocumentsShare = 16;  // of it, for what is kept of documents

/// What a batch gives: the method's part and the table's.
struct ScannedBatch {
  std::shared_ptr<void> read;
  std::vector<DocumentFacts> facts;
};

}  // namespace

ScanDocuments::ScanDocuments(const SharedOptions& options, const std::vector<std::string>& against, CollectionRun& run)
    : options_(options),
      run_(run),
      document_memory_(options.reading.memory_bytes / kDocumentsShare, options.reading.temp_dir),
      table_(KeepPolicy("first"), &document_memory_) {
  if (!against.empty()) reference_inputs_.emplace(against, run.reporter());
}

void ScanDocuments::keep_pipes() {
  const ReadOptions& reading = options_.reading;
  const std::uint64_t memory_bytes = reading.memory_bytes / kPipesShare;
  run_.inputs().keep_pipes(memory_bytes, reading.temp_dir);
  if (reference_inputs_) reference_inputs_->keep_pipes(memory_bytes, reading.temp_dir);
}

void ScanDocuments::read(const ScanSteps& steps, const std::function<void()>& end_reference) {
  if (reference_inputs_) {
    read_from(*reference_inputs_, steps);
    references_ = static_cast<DocId>(table_.size());
    totals_ = {};
    end_reference();
  }
  read_from(run_.inputs(), steps);
  repeated_ids_ = table_.repeated_ids();
  run_.tell("repeated_ids", repeated_ids_.ids);
  if (repeated_ids_.ids > 0) {
    run_.tell(
        fmt::format("{} ids are those of several documents ({} in all, \"{}\" for example); results name their "
                    "place too",
                    with_thousands(repeated_ids_.ids), with_thousands(repeated_ids_.documents),
                    table_.id(repeated_ids_.examples.front())));
  }
}

void ScanDocuments::read_from(const InputList& inputs, const ScanSteps& steps) {
  BatchSteps all;
  all.work = [&](DocumentBatch& batch) {
    auto out = std::make_shared<ScannedBatch>();
    out->read = steps.read(batch);
    for (const Document& document : batch.documents) out->facts.push_back(table_.facts_of(document));
    return out;
  };
  all.take = [&](DocumentBatch& batch, void* result) {
    const auto& scanned = *static_cast<const ScannedBatch*>(result);
    steps.add(scanned.read.get());
    for (std::size_t i = 0; i < batch.documents.size(); ++i) {
      const Document& document = batch.documents[i];
      table_.add(document, scanned.facts[i]);
      totals_.parts += document.parts.size();
      totals_.text_bytes += scanned.facts[i].text_bytes;
      part_names_.add(document);
    }
    totals_.documents += batch.documents.size();
  };
  run_.read(inputs, all);
}

void ScanDocuments::read_again(const ScanSteps& steps) {
  ReporterOptions quiet;
  quiet.quiet = true;
  BatchSteps again;
  again.work = [&](DocumentBatch& batch) { return steps.read(batch); };
  again.take = [&](DocumentBatch&, void* result) { steps.add(result); };
  const auto read_list = [&](const InputList& inputs) {
    Reporter silent(quiet);
    ReadProgress progress;
    read_collection(inputs, options_.reading, options_.threads, silent, progress, again);
  };
  if (reference_inputs_) read_list(*reference_inputs_);
  read_list(run_.inputs());
}

NamedDocument ScanDocuments::name(DocId document, std::string& place) const {
  place = repeated_ids_.has(document) ? table_.place(document).to_string() : std::string();
  return {table_.id(document), place};
}

NamedStretch ScanDocuments::name(const PartOfDocument& part, const PassageSide& where, std::string& place) const {
  return {name(part.document, place), part_name(part), where};
}

}  // namespace cento::cli
