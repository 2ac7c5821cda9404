#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// The records that jobs hand to sinks: plain values. Their views are valid for the call that they are handed to.
namespace cento {

/// Half-open range `[begin, end)` of UTF-8 bytes of a document part's text as read.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] std::uint32_t size() const { return end - begin; }
  [[nodiscard]] bool empty() const { return begin == end; }
  [[nodiscard]] std::string_view of(std::string_view text) const { return text.substr(begin, size()); }

  friend bool operator==(const Span&, const Span&) = default;
};

/// Half-open range of the sentences of a text, counted from 0.
struct SentenceRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] std::uint32_t size() const { return end - begin; }

  friend bool operator==(const SentenceRange&, const SentenceRange&) = default;
};

/// Where a passage is in one text.
struct PassageSide {
  SentenceRange sentences;  // all that the passage touches
  Span bytes;               // may begin and end inside a sentence, where the shared wording does

  friend bool operator==(const PassageSide&, const PassageSide&) = default;
};

/// A document as records name it.
struct NamedDocument {
  std::string_view id;
  std::string_view place;  // "FILE, line 7", for documents whose id is not unique; else empty
  std::uint64_t line = 0;  // of the file, or row of the table, from 1; 0 where documents have none
};

/// Two similar documents.
struct PairRecord {
  NamedDocument a;
  NamedDocument b;
  double similarity = 0;
  double contained_a = 0;  // the share of a's features that b has
  double contained_b = 0;
};

/// A document and its cluster, which is named after the document that stays.
struct ClusterRecord {
  NamedDocument document;
  NamedDocument kept;     // the one that stays; the document itself if it does
  bool is_kept = false;   // whether the document is the one that stays
  double similarity = 1;  // to the one that stays
};

/// A document that was removed, and why. Both places are always given.
struct RemovalRecord {
  NamedDocument removed;
  NamedDocument kept;
  double similarity = 1;
  double contained = 1;     // the share of the removed one's features that the kept one has
  double contained_by = 1;  // and the other way round
  std::string_view reason;  // "identical", "same words", "near-duplicate" or "reference"
};

/// A stretch of a document.
struct NamedStretch {
  NamedDocument document;
  std::string_view part;  // for documents of several parts; else empty
  PassageSide where;      // counted within the part
};

/// A stretch of one document that also occurs in another.
struct PassageRecord {
  NamedStretch a;
  NamedStretch b;
  std::uint32_t matched = 0;  // matched pairs of sentences
  double similarity = 1;      // the mean of theirs
};

/// A stretch that was cut out of a document, and where the same stays.
struct CutRecord {
  NamedStretch cut;
  NamedStretch kept;
  std::string_view reason;  // "passage" or "sentence"
};

/// A passage that occurs in several places, without them.
struct FamilyRecord {
  std::string_view name;
  std::uint64_t documents = 0;  // that contain it
  std::uint64_t sentences = 0;  // that it has
  bool is_boilerplate = false;  // in so many documents that it says nothing about them
  std::string_view text;        // its first words
};

/// A family and some of its places: one with many is handed on in several pieces, one after the other.
struct FamilyPiece {
  FamilyRecord family;
  std::span<const NamedStretch> places;
  bool is_first = true;
  bool is_last = true;
};

/// How similar two threads of a forum are in a part.
struct PartSimilarity {
  std::string_view part;
  double similarity = 0;  // not a number: one of them does not have the part
};

/// Two threads of a forum that ask the same.
struct ForumPairRecord {
  NamedDocument a;
  NamedDocument b;
  double similarity = 0;
  std::span<const PartSimilarity> parts;
};

}  // namespace cento
