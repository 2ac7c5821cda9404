#include "engine/documents/document_listing.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "read/table/tables.hpp"
#include "write/records/table_rows.hpp"

namespace cento {

namespace {

TextTotals analyze_whole(std::string_view text, TextAnalyzer& analyzer, AnalyzedText& out) {
  analyzer.analyze(text, out);
  return {out.sentences.size(), out.tokens.size()};
}

/// Counts without holding more than a slice's tokens.
TextTotals count_in_slices(std::string_view text, TextAnalyzer& analyzer, AnalyzedText& out) {
  TextTotals totals;
  while (!text.empty()) {
    const std::size_t size = end_of_slice(text);
    totals += analyze_whole(text.substr(0, size), analyzer, out);
    text.remove_prefix(size);
  }
  return totals;
}

}  // namespace

/// What a thread needs to analyse texts, kept from one batch to the next.
struct DocumentListing::Scratch {
  TextAnalyzer analyzer;
  std::vector<AnalyzedText> texts;
};

DocumentListing::DocumentListing(const ListingChoice& choice, Job& job, Write write)
    : choice_(choice), view_(document_view(choice.view)), job_(job), write_(std::move(write)) {
  totals_.analyzed.emplace();
}

void DocumentListing::read(const Collection& collection) {
  job_.read(collection, Step{*this});
}

DocumentListing::ShownBatch DocumentListing::work(DocumentBatch& batch) const {
  static thread_local Scratch scratch;
  ShownBatch shown;
  shown.documents.reserve(batch.documents.size());
  for (const Document& document : batch.documents) {
    if (!choice_.id.empty() && document.id != choice_.id) continue;
    show_document(document, batch.arena, scratch, shown);
  }
  return shown;
}

std::span<const Part> DocumentListing::wanted_parts(std::span<const Part> parts, Arena& arena) const {
  if (choice_.part.empty()) return parts;
  const std::span<Part> wanted = arena.array<Part>(parts.size());
  const auto end = std::copy_if(parts.begin(), parts.end(), wanted.begin(),
                                [&](const Part& part) { return part.name == choice_.part; });
  return wanted.first(static_cast<std::size_t>(end - wanted.begin()));
}

void DocumentListing::show_document(Document document, Arena& arena, Scratch& scratch, ShownBatch& shown) const {
  document.parts = wanted_parts(document.parts, arena);
  if (document.parts.empty()) return;
  if (scratch.texts.size() < document.parts.size()) scratch.texts.resize(document.parts.size());
  RunTotals totals;
  totals.documents = 1;
  totals.parts = document.parts.size();
  TextTotals& analyzed = totals.analyzed.emplace();
  for (std::size_t i = 0; i < document.parts.size(); ++i) {
    totals.text_bytes += document.parts[i].text.size();
    analyzed += view_.append == nullptr ? count_in_slices(document.parts[i].text, scratch.analyzer, scratch.texts[0])
                                        : analyze_whole(document.parts[i].text, scratch.analyzer, scratch.texts[i]);
  }
  if (view_.append != nullptr) view_.append(shown.text, document, scratch.texts);
  for (AnalyzedText& text : scratch.texts) release_if_large(text);
  shown.documents.push_back({shown.text.size(), totals});
}

void DocumentListing::take(const ShownBatch& shown) {
  std::size_t text_end = 0;
  for (const ShownBatch::Shown& document : shown.documents) {
    if (room() == 0) break;
    totals_ += document.totals;
    text_end = document.text_end;
  }
  if (text_end > 0) write_(std::string_view(shown.text).substr(0, text_end));
  stop_at_limit();
}

/// How many documents or rows may still be shown.
std::uint64_t DocumentListing::room() const {
  return choice_.limit - (totals_.documents + totals_.table_rows);
}

void DocumentListing::stop_at_limit() {
  if (room() != 0) return;
  job_.reporter().note(fmt::format("stopped at `limit` {}", choice_.limit));
  throw StopReading();
}

void DocumentListing::take_table(const Format& format, Input& in) {
  if (format.name == "run") return take_rows<RunRow>(read_run(in, job_.reporter()));
  take_rows<QrelRow>(read_qrels(in, job_.reporter()));
}

template <typename Row>
void DocumentListing::take_rows(std::span<const Row> rows) {
  rows = rows.first(std::min<std::uint64_t>(rows.size(), room()));
  std::string text;
  if (view_.name == "json") {
    append_json_lines(text, rows);
  } else if (view_.append != nullptr) {
    append_tsv(text, rows);
  }
  if (!text.empty()) write_(text);
  std::set<std::string_view> topics;
  for (const Row& row : rows) topics.insert(row.topic);
  totals_.table_rows += rows.size();
  totals_.table_topics += topics.size();
  stop_at_limit();
}

}  // namespace cento
