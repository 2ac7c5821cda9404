#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "read/charset.hpp"
#include "read/document.hpp"
#include "read/input.hpp"
#include "read/raw_offsets.hpp"

namespace cento {

/// The charset of a file that is cut into many documents, decided once, from its beginning, so that all of them are
/// converted alike. A file that begins as UTF-8 leaves a later document that is not UTF-8 to decide for itself.
class TextCharset {
 public:
  /// `forced`: the user's charset, or empty. A file in UTF-16 or UTF-32, which cannot be cut as bytes, is converted as
  /// a whole if it has at most `whole_bytes_most`.
  TextCharset(std::string forced, std::uint64_t whole_bytes_most)
      : forced_(std::move(forced)), whole_bytes_most_(whole_bytes_most) {}

  /// The input to cut documents from, whose line ends are single bytes: `in`, or its converted text. Decides at the
  /// first call. Null after a file was too large to be converted, which is rejected in `batch`.
  Input* cuttable(Input& in, DocumentBatch& batch);

  /// Converts bytes cut from that input. Safe on any thread once cuttable() was called.
  [[nodiscard]] Utf8Text convert(std::string_view bytes, Arena& arena) const;

  /// Where bytes of that input stand in `in`; not known when the conversion does not tell. Safe as convert().
  [[nodiscard]] ByteRange raw(const ByteRange& range) const { return offsets_.raw(range); }

 private:
  void decide(Input& in, DocumentBatch& batch);
  void convert_whole(Input& in, DocumentBatch& batch);

  std::string forced_;
  std::uint64_t whole_bytes_most_;
  bool is_decided_ = false;
  bool is_refused_ = false;
  std::string charset_;  // that all documents are converted from; empty: each decides for itself
  std::string source_;
  Arena whole_;  // the converted text
  std::unique_ptr<Input> converted_;
  RawOffsets offsets_;
};

}  // namespace cento
