#pragma once

#include <span>
#include <string>
#include <string_view>

#include "write/records/pair_records.hpp"

namespace cento {

/// Appends {"title":…,"answer":null}.
void append_part_similarities(std::string& out, std::span<const PartSimilarity> parts);

/// Appends {"a":…,"b":…,"similarity":…,"parts":{"title":…,"answer":null}} and a line feed; places as in
/// append_pair_line(), null for a part that is missing.
void append_forum_pair_line(std::string& out, const ForumPairRecord& pair);

/// The column names: a, b, similarity, one for each part, and the places if requested.
void append_forum_pair_header(std::string& out, std::span<const PartSimilarity> parts, PlaceColumns places);

/// A row under them; a missing part is empty.
void append_forum_pair_row(std::string& out, const ForumPairRecord& pair, PlaceColumns places);

}  // namespace cento
