#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "align/passage.hpp"
#include "write/records/pair_records.hpp"

namespace cento {

/// The records of passages and families. All functions append to `out`; the guarantees for JSON, numbers and columns
/// are those of pair_records.hpp.

/// {"a":{"id":…,"sentences":[3,9],"bytes":[412,1187]},"b":{…},"matched":6,"similarity":0.98}, with "place" and "part"
/// after an id if given.
void append_passage_line(std::string& out, const PassageRecord& passage);

/// Optional columns of passages: all rows of a file have them, or none.
struct PassageColumns {
  bool parts = false;
  bool places = false;
};

/// The column names: a_id, a_begin, a_end, b_id, b_begin, b_end (in bytes), a_first_sentence, a_end_sentence,
/// b_first_sentence, b_end_sentence, matched, similarity; then a_part and b_part, a_place and b_place if wanted.
void append_passage_header(std::string& out, const PassageColumns& columns);

/// A row under them.
void append_passage_row(std::string& out, const PassageRecord& passage, const PassageColumns& columns);

/// {"id":…,"sentences":[3,9],"bytes":[412,1187],"kept":{"id":…,"sentences":…,"bytes":…},"reason":…}, with "place" and
/// "part" after an id if given.
void append_cut_line(std::string& out, const CutRecord& record);

/// Appends a piece of the line of a family:
/// {"family":…,"documents":41,"sentences":7,"text":…,"places":[{"id":…,"sentences":[3,10],"bytes":[412,1187]},…]}, with
/// "boilerplate":true after the sentences if it is. The pieces of a family, one after the other, make its line.
void append_family_piece(std::string& out, const FamilyPiece& piece);

/// The first words of a text for FamilyRecord::text: at most `most_bytes`, cut after a word (or a character, if a word
/// is longer), followed by " …" if something was cut. White space of any kind becomes one space.
[[nodiscard]] std::string first_words(std::string_view text, std::size_t most_bytes);

}  // namespace cento
