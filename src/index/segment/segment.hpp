#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "align/passage.hpp"
#include "core/span.hpp"
#include "index/damage.hpp"
#include "index/digest.hpp"
#include "index/segment/block_checks.hpp"
#include "index/segment/key_table.hpp"
#include "sign/bits/bit_signature.hpp"

namespace cento {

struct SegmentSections;

/// Where a sentence is in a segment.
struct SegmentPlace {
  std::uint32_t document = 0;  // ordinal in the segment
  std::uint32_t part = 0;      // of the document, from 0
  std::uint32_t sentence = 0;  // of the part, from 0
};

/// An immutable file (or block of memory) with the digests of some documents: docs/formats/segment.md describes its
/// bytes. Documents have an ordinal from 0 and, ascending, their number in the catalog. Thread-safe.
class Segment {
 public:
  /// Maps a file. Throws Error, naming it, when it is not a segment, has a newer format, was made with other options
  /// (`options_hash`), or is incomplete; the contents of its sections are not read, but safe to use: no content makes
  /// these functions read outside of it.
  [[nodiscard]] static std::shared_ptr<const Segment> open(const std::string& path, std::uint64_t options_hash);

  /// From bytes made by SegmentBuilder. The same checks, but any options.
  [[nodiscard]] static std::shared_ptr<const Segment> of_bytes(std::vector<std::byte> bytes);

  ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  /// Reads everything and throws Error, naming the file and the section, when a checksum does not match.
  void verify() const;

  /// The damaged blocks found so far. Their contents are left out of all results, and a DamageWatch reports when that
  /// happens. Blocks are checked when they are first accessed; memory, and files before version 3, have none.
  [[nodiscard]] std::vector<IndexDamage> damages() const;

  [[nodiscard]] const std::string& path() const;           // "" for memory
  [[nodiscard]] std::span<const std::byte> bytes() const;  // the whole segment
  [[nodiscard]] std::uint64_t checksum() const;            // of the head, which contains those of the sections
  [[nodiscard]] std::uint64_t options_hash() const;        // that it was made with
  [[nodiscard]] const SegmentSections& sections() const;   // segment_sections.hpp: for merging

  [[nodiscard]] std::uint32_t documents() const;
  [[nodiscard]] std::uint32_t sentences() const;
  [[nodiscard]] std::span<const std::uint32_t> numbers() const;  // of the documents, ascending
  [[nodiscard]] CheckedArray<Fingerprint> texts() const;         // of the documents
  /// Ordinal of the document with that number; documents() if it is not here.
  [[nodiscard]] std::uint32_t ordinal_of(std::uint32_t number) const;

  /// A document, part or position that is not here has no parts, sentences, bytes or words, and place_of() returns
  /// documents(). A position that is here has a place that positions_of() contains, even in a damaged segment; but
  /// values from tables, and bytes, must be checked against sentences(), documents() and the text before any other use.
  [[nodiscard]] std::uint32_t parts_of(std::uint32_t document) const;
  /// The positions of the sentences of a part.
  [[nodiscard]] SentenceRange positions_of(std::uint32_t document, std::uint32_t part) const;
  [[nodiscard]] SegmentPlace place_of(std::uint32_t position) const;
  /// The place of a position that is known to be in a part, counted over all documents.
  [[nodiscard]] SegmentPlace place_in_part(std::uint32_t part, std::uint32_t position) const;
  /// The bytes of the sentences of a range of a part, as one span.
  [[nodiscard]] Span bytes_of(std::uint32_t document, std::uint32_t part, const SentenceRange& range) const;
  /// Replaces `out` by the bytes of each sentence of a part.
  void spans_of(std::uint32_t document, std::uint32_t part, PlainVector<Span>& out) const;

  [[nodiscard]] CheckedArray<std::uint32_t> contents() const;   // of each position
  [[nodiscard]] CheckedArray<BitSignature> bits() const;        // of each position; empty if they are not kept
  [[nodiscard]] const KeyTable& table(IndexTable table) const;  // empty if it is not kept
  [[nodiscard]] bool has_words() const;
  [[nodiscard]] std::span<const std::uint32_t> words_of(std::uint32_t position) const;  // empty if they are not kept
  /// Prefetches what words_of() reads first, not yet the words.
  void prefetch_words_of(std::uint32_t position) const;
  [[nodiscard]] bool has_threads() const;
  [[nodiscard]] std::span<const std::uint32_t> thread_of(std::uint32_t document) const;  // empty if none are kept

  /// Bytes of each table and section by name, for `stats`.
  struct SectionSize {
    std::string name;
    std::uint64_t bytes = 0;
  };
  [[nodiscard]] std::vector<SectionSize> section_sizes() const;

 private:
  Segment();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
