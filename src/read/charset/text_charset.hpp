#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "read/charset/charset.hpp"
#include "read/charset/raw_offsets.hpp"
#include "read/document.hpp"
#include "read/input/input.hpp"

namespace cento {

/// The charset of a file that is cut into many documents, decided once, from its beginning, so that all of them are
/// converted alike. If a file begins as UTF-8, a later document that is not UTF-8 is decided separately.
class TextCharset {
 public:
  /// `forced`: the user's charset, or empty. A file in UTF-16 or UTF-32, which cannot be cut as bytes, is converted as
  /// a whole if it has at most `whole_bytes_most`.
  TextCharset(std::string forced, std::uint64_t whole_bytes_most)
      : forced_(std::move(forced)), whole_bytes_most_(whole_bytes_most) {}

  /// The input to cut documents from, whose line ends are single bytes: `in`, or its converted text. Decides at the
  /// first call. Null if the file was too large to be converted and was rejected in `batch`.
  Input* cuttable(Input& in, DocumentBatch& batch);

  /// Converts bytes cut from that input. Thread-safe once cuttable() was called.
  [[nodiscard]] Utf8Text convert(std::string_view bytes, Arena& arena) const;

  /// Where bytes of that input are in `in`; unknown if the conversion does not preserve positions. Thread-safe as
  /// convert().
  [[nodiscard]] ByteRange raw(const ByteRange& range) const { return offsets_.raw(range); }

 private:
  void decide(Input& in, DocumentBatch& batch);
  void convert_whole(Input& in, DocumentBatch& batch);

  std::string forced_;
  std::uint64_t whole_bytes_most_;
  bool is_decided_ = false;
  bool is_refused_ = false;
  std::string charset_;  // of all documents; empty: decided for each separately
  std::string source_;
  Arena whole_;  // the converted text
  std::unique_ptr<Input> converted_;
  RawOffsets offsets_;
};

}  // namespace cento
