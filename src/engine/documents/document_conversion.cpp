#include "engine/documents/document_conversion.hpp"

#include "write/records/document_json.hpp"

namespace cento {

namespace {

/// Documents of a batch, ready to be written.
struct Lines {
  std::string text;
  ConvertedCollection converted;
};

Lines to_lines(const DocumentBatch& batch) {
  Lines lines;
  auto& part_names = lines.converted.part_names;
  for (const Document& document : batch.documents) {
    append_document_line(lines.text, document);
    for (const Part& part : document.parts) {
      if (!part_names.contains(part.name)) part_names.emplace(part.name);
    }
  }
  lines.converted.totals = totals_of(batch);
  return lines;
}

}  // namespace

bool ConvertedCollection::has_usual_parts() const {
  using Names = std::set<std::string, std::less<>>;
  return part_names.empty() || part_names == Names{"text"} || part_names == Names{"a", "b"};
}

ConvertedCollection convert_to_json_lines(const Collection& collection, Job& job,
                                          const std::function<void(std::string_view)>& write) {
  ConvertedCollection converted;
  const auto work = [](DocumentBatch& batch) { return to_lines(batch); };
  const auto take = [&](DocumentBatch& /*batch*/, Lines& lines) {
    write(lines.text);
    converted.totals += lines.converted.totals;
    converted.part_names.merge(lines.converted.part_names);
  };
  job.read(collection, WorkAndTake{work, take});
  return converted;
}

}  // namespace cento
