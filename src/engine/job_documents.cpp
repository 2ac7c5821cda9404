#include "engine/job_documents.hpp"

#include <algorithm>

namespace cento {

namespace {

constexpr MemoryShare kTable{"table of documents", 20};

}  // namespace

JobDocuments::JobDocuments(Job& job, const JobCollections& collections, const KeepPolicy& keep)
    : job_(job),
      collections_(collections),
      table_memory_(job.memory().part(kTable), job.temp_dir()),
      table_(keep, &table_memory_) {}

void JobDocuments::keep_collections() {
  job_.keep(collections_.inputs);
  if (collections_.reference != nullptr) job_.keep(*collections_.reference);
}

void JobDocuments::begin_inputs() {
  references_ = static_cast<DocId>(table_.size());
  totals_ = {};
}

std::vector<DocumentFacts> JobDocuments::facts_of(const DocumentBatch& batch) const {
  std::vector<DocumentFacts> facts;
  facts.reserve(batch.documents.size());
  for (const Document& document : batch.documents) facts.push_back(table_.facts_of(document));
  return facts;
}

void JobDocuments::add_documents(const DocumentBatch& batch, const std::vector<DocumentFacts>& facts) {
  for (std::size_t i = 0; i < batch.documents.size(); ++i) {
    const Document& document = batch.documents[i];
    table_.add(document, facts[i]);
    totals_.parts += document.parts.size();
    totals_.text_bytes += facts[i].text_bytes;
    part_names_.add(document);
  }
  totals_.documents += batch.documents.size();
}

std::vector<std::uint8_t> JobDocuments::reference_flags() const {
  std::vector<std::uint8_t> flags;
  if (references_ == 0) return flags;
  flags.assign(table_.size(), 0);
  std::fill_n(flags.begin(), references_, 1);
  return flags;
}

NamedDocument JobDocuments::name(DocId document, std::string& place) const {
  place = repeated_ids_.has(document) ? table_.place(document).to_string() : std::string();
  return {table_.id(document), place, table_.line(document)};
}

NamedDocument JobDocuments::name(DocId document, std::deque<std::string>& places) const {
  const NamedDocument named{table_.id(document), {}, table_.line(document)};
  if (!repeated_ids_.has(document)) return named;
  return {named.id, places.emplace_back(table_.place(document).to_string()), named.line};
}

NamedStretch JobDocuments::name(DocId document, std::uint32_t part, const PassageSide& where,
                                std::string& place) const {
  return {name(document, place), part_name(document, part), where};
}

}  // namespace cento
