#pragma once

#include <string>
#include <string_view>

#include "cento/records.hpp"

namespace cento {

/// The records of near-duplicates. All functions append a line to `out`. JSON lines are always valid JSON (bytes of ids
/// that are not UTF-8 become U+FFFD); numbers have at most six significant digits; equal records give equal bytes.

/// {"a":…,"b":…,"similarity":…,"contained_a":…,"contained_b":…}, with "a_place" after a and "b_place" after b if given.
void append_pair_line(std::string& out, const PairRecord& pair);

/// Whether tab-separated values end in the columns a_place and b_place: all rows of a file or none have them.
enum class PlaceColumns : bool { no, yes };

/// The column names: a, b, similarity, contained_a, contained_b.
void append_pair_header(std::string& out, PlaceColumns places);

/// A row under them. In ids and places a tab is written \t, a line feed \n, a carriage return \r and a backslash \\.
void append_pair_row(std::string& out, const PairRecord& pair, PlaceColumns places);

/// {"id":…,"cluster":…,"kept":…,"because":…,"similarity":…}; "because" is null for the kept one. If places are given:
/// "place" after id and "cluster_place" after cluster.
void append_cluster_line(std::string& out, const ClusterRecord& record);

/// {"id":…,"place":…,"kept":…,"kept_place":…,"similarity":…,"contained":…,"contained_by":…,"reason":…}
void append_removal_line(std::string& out, const RemovalRecord& record);

/// Appends a number with at most six significant digits, as JSON; null if it is not finite.
void append_short_number(std::string& out, double number);

/// Appends a column of text, escaped as in append_pair_row(), without tabs around it.
void append_text_column(std::string& out, std::string_view text);

}  // namespace cento
