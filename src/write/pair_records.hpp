#pragma once

#include <string>
#include <string_view>

namespace cento {

/// The records of near-duplicates. All functions append a line to `out`. JSON lines are always valid JSON (bytes of ids
/// that are not UTF-8 become U+FFFD); numbers have at most six significant digits; what is the same gives the same
/// bytes.

/// A document as records name it.
struct NamedDocument {
  std::string_view id;
  std::string_view place;  // "FILE, line 7", for documents whose id is not unique; else empty, and left out
};

/// Two similar documents.
struct PairRecord {
  NamedDocument a;
  NamedDocument b;
  double similarity = 0;
  double contained_a = 0;  // the share of a's features that b has
  double contained_b = 0;
};

/// {"a":…,"b":…,"similarity":…,"contained_a":…,"contained_b":…}, with "a_place" after a and "b_place" after b where
/// said.
void append_pair_line(std::string& out, const PairRecord& pair);

/// Whether tab-separated values end in the columns a_place and b_place: all rows of a file or none have them.
enum class PlaceColumns : bool { no, yes };

/// The column names: a, b, similarity, contained_a, contained_b.
void append_pair_header(std::string& out, PlaceColumns places);

/// A row under them. In ids and places a tab is written \t, a line feed \n, a carriage return \r and a backslash \\.
void append_pair_row(std::string& out, const PairRecord& pair, PlaceColumns places);

/// A document and its cluster, which is named after the document that stays.
struct ClusterRecord {
  NamedDocument document;
  NamedDocument kept;     // the one that stays; the document itself if it does
  bool is_kept = false;   // whether the document is the one that stays
  double similarity = 1;  // to the one that stays
};

/// {"id":…,"cluster":…,"kept":…,"because":…,"similarity":…}; "because" is null for the one that stays. Where places are
/// said: "place" after id and "cluster_place" after cluster.
void append_cluster_line(std::string& out, const ClusterRecord& record);

/// A document that was removed, and why. Both places are always written.
struct RemovalRecord {
  NamedDocument removed;
  NamedDocument kept;
  double similarity = 1;
  double contained = 1;     // the share of the removed one's features that the kept one has
  double contained_by = 1;  // and the other way round
  std::string_view reason;  // "identical", "near-duplicate" or "reference"
};

/// {"id":…,"place":…,"kept":…,"kept_place":…,"similarity":…,"contained":…,"contained_by":…,"reason":…}
void append_removal_line(std::string& out, const RemovalRecord& record);

/// Appends a number with at most six significant digits, as JSON; null if it is not finite.
void append_short_number(std::string& out, double number);

/// Appends a column of text, escaped as append_pair_row() says, without a tab around it.
void append_text_column(std::string& out, std::string_view text);

}  // namespace cento
