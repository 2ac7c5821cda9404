#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/span.hpp"
#include "write/pair_records.hpp"

namespace cento {

/// Where a run of tokens stands, as records name it.
struct NamedRun {
  NamedDocument document;  // with its place only where the id is not unique
  std::string_view part;   // for documents of several parts; else empty, and left out
  std::uint32_t first_token = 0;
  std::uint32_t end_token = 0;
  Span bytes;
};

/// A run of tokens that stands elsewhere, too.
struct RepeatRecord {
  NamedRun run;
  NamedRun also;         // one other place
  bool is_first = true;  // nothing of it stands earlier
};

/// Appends {"id":…,"tokens":[10,90],"bytes":[52,471],"also":{"id":…,"tokens":…,"bytes":…},"first":true} and a line
/// feed; "place" and "part" after an id where said. What JSON promises is what pair_records.hpp says.
void append_repeat_line(std::string& out, const RepeatRecord& record);

}  // namespace cento
