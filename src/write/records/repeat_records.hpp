#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/span.hpp"
#include "write/records/pair_records.hpp"

namespace cento {

/// A run of tokens as named in records.
struct NamedRun {
  NamedDocument document;  // with its place only if the id is not unique
  std::string_view part;   // for documents of several parts; otherwise empty, and left out
  std::uint32_t first_token = 0;
  std::uint32_t end_token = 0;
  Span bytes;
};

/// A run of tokens that also occurs elsewhere.
struct RepeatRecord {
  NamedRun run;
  NamedRun also;         // one other place
  bool is_first = true;  // nothing of it occurs earlier
};

/// Appends {"id":…,"tokens":[10,90],"bytes":[52,471],"also":{"id":…,"tokens":…,"bytes":…},"first":true} and a line
/// feed; "place" and "part" after an id if given. The guarantees for JSON are those of pair_records.hpp.
void append_repeat_line(std::string& out, const RepeatRecord& record);

}  // namespace cento
