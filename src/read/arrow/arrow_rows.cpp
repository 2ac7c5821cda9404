#include "read/arrow/arrow_rows.hpp"

#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/utf8.hpp"
#include "read/html/html_text.hpp"
#include "read/input/oversize.hpp"

namespace cento {

ArrowRows::ArrowRows(const ArrowSchema& table, ArrowRowOptions options) : options_(std::move(options)) {
  if (table.format == nullptr || arrow_layout(table.format) != ArrowLayout::structure) {
    throw Error("the Arrow stream does not consist of record batches");
  }
  if (options_.texts.empty()) throw UsageError("text must name at least one column");
  for (const ArrowRowOptions::Text& text : options_.texts) {
    texts_.push_back(need_arrow_column(table, text.column, false));
  }
  if (!options_.id.empty()) id_ = need_arrow_column(table, options_.id, true);
  if (!options_.has_metadata) return;
  std::vector<ArrowColumn> used = texts_;
  if (id_) used.push_back(*id_);
  metadata_.emplace(table, used);
  if (metadata_->is_empty()) metadata_.reset();
}

ArrowRows::Batch::Batch(const ArrowRows& rows, const ArrowArray& array) : rows_(rows) {
  for (const ArrowColumn& column : rows.texts_) texts_.emplace_back(column, array);
  if (rows.id_) id_.emplace(*rows.id_, array);
  if (rows.metadata_) metadata_.emplace(*rows.metadata_, array);
}

std::uint64_t ArrowRows::Batch::text_bytes(std::int64_t row) const {
  std::uint64_t bytes = 0;
  for (const ArrowValues& texts : texts_) bytes += texts.text(row).value_or("").size();
  return bytes;
}

/// What is wrong with the row's texts; empty if nothing is.
std::string ArrowRows::Batch::choose_parts(std::int64_t row, std::vector<Part>& parts, Arena& arena) const {
  const ArrowRowOptions& options = rows_.options_;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    std::optional<std::string_view> text = texts_[i].text(row);
    if (!text) continue;
    if (text->size() > options.max_text_bytes) return oversize_reason("text", text->size(), options.max_text_bytes);
    if (std::string problem = problem_of_text(*text); !problem.empty()) return problem;
    if (options.texts[i].is_html) {
      parts.push_back({options.texts[i].part, html_to_text(*text, arena)});
    } else {
      parts.push_back({options.texts[i].part, *text, *text});
    }
  }
  return parts.empty() ? "the row has no text" : "";
}

/// What is wrong with the row's id; empty if nothing is.
std::string ArrowRows::Batch::choose_id(std::int64_t row, std::uint64_t number, std::string& id) const {
  std::optional<std::string> own;
  if (id_ && is_integer_layout(rows_.id_->layout)) own = id_->digits(row);
  if (id_ && is_text_layout(rows_.id_->layout)) own = id_->text(row);
  if (own && !is_valid_utf8(*own)) return "the id is not valid UTF-8";
  if (!own && id_ && rows_.options_.id_is_required) return "the row has no id";
  id = own ? *std::move(own) : fmt::format("{}{}", rows_.options_.row_id_prefix, number);
  return {};
}

void ArrowRows::Batch::add(std::int64_t begin, std::int64_t end, std::uint64_t first, DocumentBatch& batch) const {
  std::vector<Part> parts;
  std::string id;
  std::string metadata;
  for (std::int64_t row = begin; row < end; ++row) {
    const std::uint64_t number = first + static_cast<std::uint64_t>(row) + 1;
    const Place place{rows_.options_.file, Place::kUnknown, Place::kUnknown, number};
    batch.record = {number - 1, number};
    parts.clear();
    std::string problem = choose_parts(row, parts, batch.arena);
    if (problem.empty()) problem = choose_id(row, number, id);
    if (!problem.empty()) {
      batch.reject(place, std::move(problem));
      continue;
    }
    Document& document = batch.add(batch.arena.store(id), parts);
    document.place = place;
    if (!metadata_) continue;
    metadata.clear();
    metadata_->append(row, metadata);
    document.metadata = batch.arena.store(metadata);
  }
}

}  // namespace cento
