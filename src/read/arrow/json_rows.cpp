#include "read/arrow/json_rows.hpp"

#include <utility>

#include <fmt/format.h>

#include "read/json/json_document.hpp"
#include "read/json/json_line.hpp"

namespace cento {

JsonRows::JsonRows(const ArrowSchema& table, std::string_view column, JsonRowOptions options)
    : options_(std::move(options)), column_(need_arrow_column(table, column, false)) {}

void JsonRows::Batch::add(std::int64_t begin, std::int64_t end, std::uint64_t first, DocumentBatch& batch) const {
  const JsonRowOptions& options = rows_.options_;
  JsonLineParser parser(json_text_keys(options.reading));
  JsonDocumentMaker maker(options.reading);
  for (std::int64_t row = begin; row < end; ++row) {
    const std::uint64_t number = first + static_cast<std::uint64_t>(row) + 1;
    const Place place{options.file, Place::kUnknown, Place::kUnknown, number};
    batch.record = {number - 1, number};
    const std::string_view object = objects_.text(row).value_or("");
    if (!parser.parse(object, batch.arena)) {
      batch.reject(place, parser.problem(), object);
      continue;
    }
    maker.name_otherwise(options.id_is_required ? "" : batch.arena.store(fmt::format("{}", number)));
    if (!maker.add(parser.fields(), place, batch)) {
      batch.reject(place, maker.problem(), object);
    } else if (parser.replaced() != 0) {
      batch.counts["replaced characters"] += parser.replaced();
    }
  }
}

}  // namespace cento
