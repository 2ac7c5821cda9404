#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "align/passage.hpp"
#include "write/pair_records.hpp"

namespace cento {

/// The records of passages and families. All functions append to `out`; what they promise of JSON, numbers and columns
/// is what pair_records.hpp says.

/// A stretch of a document as records name it.
struct NamedStretch {
  NamedDocument document;  // with its place only where the id is not unique
  std::string_view part;   // for documents of several parts; else empty, and left out
  PassageSide where;       // counted within the part
};

/// A stretch of one document that stands in another.
struct PassageRecord {
  NamedStretch a;
  NamedStretch b;
  std::uint32_t matched = 0;
  double similarity = 1;
};

/// {"a":{"id":…,"sentences":[3,9],"bytes":[412,1187]},"b":{…},"matched":6,"similarity":0.98}, with "place" and "part"
/// after an id where said.
void append_passage_line(std::string& out, const PassageRecord& passage);

/// Which columns the rows of passages have besides the usual ones: all rows of a file or none have them.
struct PassageColumns {
  bool parts = false;
  bool places = false;
};

/// The column names: a_id, a_begin, a_end, b_id, b_begin, b_end (in bytes), a_first_sentence, a_end_sentence,
/// b_first_sentence, b_end_sentence, matched, similarity; then a_part and b_part, a_place and b_place if wanted.
void append_passage_header(std::string& out, const PassageColumns& columns);

/// A row under them.
void append_passage_row(std::string& out, const PassageRecord& passage, const PassageColumns& columns);

/// A stretch that was cut out of a document, and where the same stays.
struct CutRecord {
  NamedStretch cut;
  NamedStretch kept;
  std::string_view reason;  // "passage" or "sentence"
};

/// {"id":…,"sentences":[3,9],"bytes":[412,1187],"kept":{"id":…,"sentences":…,"bytes":…},"reason":…}, with "place" and
/// "part" after an id where said.
void append_cut_line(std::string& out, const CutRecord& record);

/// A passage that stands in many places, without them.
struct FamilyRecord {
  std::string_view name;
  std::uint64_t documents = 0;  // that hold it
  std::uint64_t sentences = 0;  // that it has
  bool is_boilerplate = false;  // in so many documents that it tells nothing about them
  std::string_view text;        // its first words
};

/// Appends the line of a family piece by piece, so that its places need never be in memory together: what was appended
/// may be written and cleared between any two calls.
/// {"family":…,"documents":41,"sentences":7,"text":…,"places":[{"id":…,"sentences":[3,10],"bytes":[412,1187]},…]}, with
/// "boilerplate":true after the sentences where it is.
class FamilyLine {
 public:
  FamilyLine(std::string& out, const FamilyRecord& family);

  void add_place(std::string& out, const NamedStretch& place);

  /// Called once, after the last place.
  static void end(std::string& out);

 private:
  bool has_places_ = false;
};

/// The first words of a text for FamilyRecord::text: at most `most_bytes`, cut behind a word (or a character, where a
/// word is longer), with " …" behind it if something was cut. White space of any kind becomes one space.
[[nodiscard]] std::string first_words(std::string_view text, std::size_t most_bytes);

}  // namespace cento
