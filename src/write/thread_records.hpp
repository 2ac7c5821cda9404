#pragma once

#include <span>
#include <string>
#include <string_view>

#include "write/pair_records.hpp"

namespace cento {

/// How similar two threads are in a part.
struct PartSimilarity {
  std::string_view part;
  double similarity = 0;  // not a number: one of them does not have the part
};

/// Two duplicate threads.
struct ThreadPairRecord {
  NamedDocument a;
  NamedDocument b;
  double similarity = 0;
  std::span<const PartSimilarity> parts;
};

/// Appends {"title":…,"answer":null}.
void append_part_similarities(std::string& out, std::span<const PartSimilarity> parts);

/// Appends {"a":…,"b":…,"similarity":…,"parts":{"title":…,"answer":null}} and a line feed; places as append_pair_line()
/// has them, null for a part that is missing.
void append_thread_pair_line(std::string& out, const ThreadPairRecord& pair);

/// The column names: a, b, similarity, one for each part, and the places if they are wanted.
void append_thread_pair_header(std::string& out, std::span<const PartSimilarity> parts, PlaceColumns places);

/// A row under them; a missing part is empty.
void append_thread_pair_row(std::string& out, const ThreadPairRecord& pair, PlaceColumns places);

}  // namespace cento
