#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "index/digest.hpp"
#include "index/index_view.hpp"
#include "read/document.hpp"

namespace cento {

/// A document as a row of the catalog: docs/formats/catalog.md describes the bytes. Consists of views.
struct PackedDocument {
  std::string_view id;
  std::string_view metadata;
  std::string_view parts;  // names and sizes of the parts
  std::string_view texts;  // all texts, one after the other, as a zstd frame
  std::uint64_t checksum = 0;
  std::uint64_t text_bytes = 0;
  std::uint32_t sentences = 0;
};

/// The checksum (core/hash/checksum.hpp) of id, metadata, parts and texts, concatenated.
[[nodiscard]] std::uint64_t checksum_of(const PackedDocument& document);

/// Packs documents; reuses its memory. One object per thread.
class DocumentPacker {
 public:
  DocumentPacker();
  ~DocumentPacker();
  DocumentPacker(const DocumentPacker&) = delete;
  DocumentPacker& operator=(const DocumentPacker&) = delete;

  /// Appends parts and texts to `bytes` and returns everything but the sentences; Packed::views_of() makes the two
  /// views, because `bytes` may still move.
  struct Packed {
    std::size_t begin = 0;  // in `bytes`
    std::size_t parts_bytes = 0;
    std::size_t texts_bytes = 0;
    std::uint64_t text_bytes = 0;
    std::uint64_t checksum = 0;

    [[nodiscard]] PackedDocument views_of(const Document& document, const PlainVector<char>& bytes) const;
  };
  [[nodiscard]] Packed pack(const Document& document, PlainVector<char>& bytes);

 private:
  void append_texts(std::span<const Part> parts, std::uint64_t text_bytes, PlainVector<char>& bytes);

  struct Context;
  std::unique_ptr<Context> context_;
  PlainVector<char> joined_;
};

/// Unpacks documents; reuses its memory. One object per thread.
class DocumentUnpacker {
 public:
  DocumentUnpacker();
  ~DocumentUnpacker();
  DocumentUnpacker(const DocumentUnpacker&) = delete;
  DocumentUnpacker& operator=(const DocumentUnpacker&) = delete;

  /// The parts of a document, valid until the next call. Throws Error, naming `place` and the document's id, when a
  /// byte of it is damaged.
  [[nodiscard]] std::span<const Part> unpack(const PackedDocument& document, std::string_view place);

  /// Only the names, with empty texts; nothing else is read.
  [[nodiscard]] std::span<const Part> names(const PackedDocument& document, std::string_view place);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
  PlainVector<char> text_;
  std::vector<Part> parts_;
  std::vector<std::uint64_t> sizes_;
};

}  // namespace cento
