#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/span.hpp"
#include "write/pair_records.hpp"

namespace cento {

/// A sentence as records name it.
struct NamedSentence {
  std::string_view part;  // for documents of several parts; else empty, and left out
  std::uint32_t sentence = 0;
  Span bytes;
};

/// Appends the fields of an object: "part" where said, "sentence" and "bytes".
void append_sentence(std::string& out, const NamedSentence& sentence);

/// Appends the line of a document that was put together from others, piece by piece:
/// {"id":…,"sentences":12,"known":7,"sources":[{"id":…,"collisions":5,"matches":[{"sentence":3,"bytes":[210,290],
/// "there":{"sentence":0,"bytes":[0,81]}},…]},…],"sources_unlisted":0}, with "place" and "part" where said. What JSON
/// promises is what pair_records.hpp says.
class ReportLine {
 public:
  /// Of its `sentences`, so many are `known` from others.
  ReportLine(std::string& out, const NamedDocument& document, std::uint64_t sentences, std::uint64_t known);

  void add_source(const NamedDocument& document, std::uint64_t collisions);
  /// A sentence of the source that was added last.
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
