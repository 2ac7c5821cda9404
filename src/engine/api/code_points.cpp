// Offsets of records in characters instead of bytes, for languages whose strings count those.

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "cento/read.hpp"
#include "cento/record_table.hpp"
#include "engine/api/record_table_builder.hpp"

namespace cento {

namespace {

/// One value of a column, which holds an offset in a text.
struct OffsetSlot {
  std::uint32_t byte = 0;
  RecordColumn* column = nullptr;
  std::size_t row = 0;
};

/// The columns that together say where something is: "a_id", "a_place", "a_part", "a_begin" and "a_end".
struct OffsetColumns {
  std::size_t id = 0;
  std::size_t place = 0;
  std::size_t part = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::size_t column_named(std::span<const ColumnField> fields, const std::string& name) {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const ColumnField& field) { return name == field.name; });
  return static_cast<std::size_t>(found - fields.begin());
}

std::vector<OffsetColumns> places_in(std::span<const ColumnField> fields) {
  std::vector<OffsetColumns> places;
  constexpr std::string_view kBegin = "begin";
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string_view name = fields[i].name;
    if (!name.ends_with(kBegin)) continue;
    const std::string before(name.substr(0, name.size() - kBegin.size()));
    // What is cut out of a document has no prefix, and what stays has one with its id.
    places.push_back({column_named(fields, before + "id"), column_named(fields, before + "place"),
                      column_named(fields, before + "part"), i, column_named(fields, before + "end")});
  }
  return places;
}

std::string key_of(std::string_view id, std::string_view place, std::string_view part) {
  return fmt::format("{}\n{}\n{}", id, place, part);
}

/// The offsets of a table, by the text that they count.
class OffsetsByText {
 public:
  void add(RecordColumns& rows) {
    for (const OffsetColumns& place : places_in(rows.fields())) {
      for (std::size_t row = 0; row < rows.rows(); ++row) {
        auto& slots = slots_[key_of(rows[place.id].text(row), rows[place.place].text(row), rows[place.part].text(row))];
        for (const std::size_t column : {place.begin, place.end}) {
          slots.push_back({static_cast<std::uint32_t>(rows[column].whole(row)), &rows[column], row});
        }
      }
    }
    for (std::size_t i = 0; i < rows.fields().size(); ++i) {
      if (rows.fields()[i].type == ColumnType::list) add(rows[i].items());
    }
  }

  /// Converts the offsets of a document's texts, if there are any.
  void convert(const DocumentRecord& document) {
    for (const PartRecord& part : document.parts) {
      const std::string_view name = document.parts.size() > 1 ? part.name : std::string_view();
      for (const std::string_view place : {std::string_view(), document.document.place}) {
        const auto found = slots_.find(key_of(document.document.id, place, name));
        if (found == slots_.end()) continue;
        convert(part.text, found->second);
        slots_.erase(found);
      }
    }
  }

  /// Throws Error if texts were missing.
  void require_all() const {
    if (slots_.empty()) return;
    const std::string& key = slots_.begin()->first;
    throw Error(fmt::format("the document \"{}\" is not in the source any more", key.substr(0, key.find('\n'))));
  }

 private:
  static void convert(std::string_view text, std::vector<OffsetSlot>& slots) {
    std::sort(slots.begin(), slots.end(), [](const OffsetSlot& a, const OffsetSlot& b) { return a.byte < b.byte; });
    std::size_t at = 0;
    std::uint64_t characters = 0;
    for (const OffsetSlot& slot : slots) {
      if (slot.byte > text.size()) throw Error("a text of the source has become shorter since it was read");
      for (; at < slot.byte; ++at) characters += (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U ? 1 : 0;
      slot.column->set_whole(slot.row, characters);
    }
  }

  std::unordered_map<std::string, std::vector<OffsetSlot>> slots_;
};

}  // namespace

RecordTable RecordTable::in_code_points(std::span<const Source> sources, const RunOptions& run) const {
  auto copy = builder_->copy();
  OffsetsByText offsets;
  for (RecordColumns* batch : copy->batches()) offsets.add(*batch);
  for (const Source& source : sources) {
    read(
        source, [&](const DocumentRecord& document) { offsets.convert(document); }, run);
  }
  offsets.require_all();
  return RecordTable(std::move(copy));
}

}  // namespace cento
