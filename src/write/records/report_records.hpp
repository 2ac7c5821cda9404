#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// A sentence of a document, and where another has it.
struct SentencePair {
  NamedSentence own;
  NamedSentence there;
};

/// A document that sentences of another come from.
struct ReportSource {
  NamedDocument document;
  std::uint64_t collisions = 0;
  std::vector<SentencePair> matches;
};

/// A document that was assembled from others: `known` of its `sentences` occur in them.
struct ReportRecord {
  NamedDocument document;
  std::uint64_t sentences = 0;
  std::uint64_t known = 0;
  std::vector<ReportSource> sources;
  std::uint64_t sources_unlisted = 0;
};

/// Appends {"id":…,"sentences":12,"known":7,"sources":[{"id":…,"collisions":5,"matches":[{"sentence":3,"bytes":[210,
/// 290],"there":{"sentence":0,"bytes":[0,81]}},…]},…],"sources_unlisted":0} and a line feed, with "place" and "part" if
/// given. The guarantees for JSON are those of pair_records.hpp.
void append_report_line(std::string& out, const ReportRecord& record);

}  // namespace cento
