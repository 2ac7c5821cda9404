#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/span.hpp"
#include "write/records/pair_records.hpp"

namespace cento {

/// A sentence as named in records.
struct NamedSentence {
  std::string_view part;  // for documents of several parts; otherwise empty, and left out
  std::uint32_t sentence = 0;
  Span bytes;
};

/// Appends the fields of an object: "part" if given, "sentence" and "bytes".
void append_sentence(std::string& out, const NamedSentence& sentence);

/// Appends the line of a document that was assembled from others, piece by piece:
/// {"id":…,"sentences":12,"known":7,"sources":[{"id":…,"collisions":5,"matches":[{"sentence":3,"bytes":[210,290],
/// "there":{"sentence":0,"bytes":[0,81]}},…]},…],"sources_unlisted":0}, with "place" and "part" if given. The
/// guarantees for JSON are those of pair_records.hpp.
class ReportLine {
 public:
  /// `known` of its `sentences` occur in other documents.
  ReportLine(std::string& out, const NamedDocument& document, std::uint64_t sentences, std::uint64_t known);

  void add_source(const NamedDocument& document, std::uint64_t collisions);
  /// A sentence of the last source added.
  void add_match(const NamedSentence& own, const NamedSentence& there);

  /// Called once, at the end.
  void end(std::uint64_t sources_unlisted);

 private:
  void end_source();

  std::string& out_;
  bool has_sources_ = false;
  bool has_matches_ = false;
};

}  // namespace cento
