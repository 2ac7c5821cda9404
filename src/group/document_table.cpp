#include "group/document_table.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>

#include "cento/error.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kIsByte = std::uint64_t{1} << 63;
constexpr std::uint64_t kIsRow = std::uint64_t{1} << 62;
constexpr std::uint64_t kPositionUnknown = Place::kUnknown;

}  // namespace

DocumentTable::DocumentTable(KeepPolicy policy, SpillableMemory* memory)
    : policy_(std::move(policy)),
      id_bytes_(memory),
      id_ends_(memory),
      positions_(memory),
      sources_(memory),
      text_bytes_(memory),
      keep_values_(memory) {}

DocumentFacts DocumentTable::facts_of(const Document& document) const {
  DocumentFacts facts{policy_.value_of(document), source_of(document), 0};
  for (const Part& part : document.parts) facts.text_bytes += part.text.size();
  return facts;
}

void DocumentTable::add(const Document& document, const DocumentFacts& facts) {
  constexpr std::size_t kDocumentsMost = std::numeric_limits<DocId>::max();
  if (size() == kDocumentsMost) {
    throw Error("There are more than 4,294,967,295 documents; split the collection and process its parts separately.");
  }
  store_id(document.id);
  store_place(document.place);
  constexpr std::uint64_t kTextBytesMost = std::numeric_limits<std::uint32_t>::max();
  text_bytes_.push_back(static_cast<std::uint32_t>(std::min(facts.text_bytes, kTextBytesMost)));
  if (policy_.needs_values()) keep_values_.add(facts.keep);
  sources_.push_back(source_names_.number_of(facts.source));
}

void DocumentTable::store_id(std::string_view id) {
  id_bytes_.insert(id_bytes_.end(), id.begin(), id.end());
  id_ends_.push_back(id_bytes_.size());
}

void DocumentTable::store_place(const Place& place) {
  if (file_runs_.empty() || file_runs_.back().file != place.file) {
    file_runs_.push_back({static_cast<DocId>(positions_.size()), place.file});
  }
  if (place.line != Place::kUnknown) {
    positions_.push_back(place.line);
  } else if (place.row != Place::kUnknown) {
    positions_.push_back(place.row | kIsRow);
  } else {
    positions_.push_back(place.byte == Place::kUnknown ? kPositionUnknown : place.byte | kIsByte);
  }
}

std::string_view DocumentTable::id(DocId document) const {
  const std::uint64_t begin = document == 0 ? 0 : id_ends_[document - 1];
  return {id_bytes_.data() + begin, id_ends_[document] - begin};
}

std::uint64_t DocumentTable::line(DocId document) const {
  const std::uint64_t position = positions_[document];
  return position == kPositionUnknown || (position & kIsByte) != 0 ? 0 : position & ~kIsRow;
}

Place DocumentTable::place(DocId document) const {
  const auto after = std::upper_bound(file_runs_.begin(), file_runs_.end(), document,
                                      [](DocId wanted, const FileRun& run) { return wanted < run.first; });
  Place place;
  place.file = std::prev(after)->file;
  const std::uint64_t position = positions_[document];
  if (position == kPositionUnknown) return place;
  if ((position & kIsByte) != 0) {
    place.byte = position & ~kIsByte;
  } else if ((position & kIsRow) != 0) {
    place.row = position & ~kIsRow;
  } else {
    place.line = position;
  }
  return place;
}

RepeatedIds DocumentTable::repeated_ids() const {
  const auto id_of = [this](DocId document) { return id(document); };
  return find_repeated_ids(size(), id_of, [](std::string_view id) { return std::hash<std::string_view>()(id); });
}

std::size_t DocumentTable::memory_bytes() const {
  return id_bytes_.capacity() + (id_ends_.capacity() + positions_.capacity()) * sizeof(std::uint64_t) +
         (sources_.capacity() + text_bytes_.capacity()) * sizeof(std::uint32_t) + keep_values_.memory_bytes();
}

}  // namespace cento
