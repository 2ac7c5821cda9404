#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"
#include "core/spill/record_spool.hpp"
#include "read/document.hpp"

namespace cento {

/// A stretch of text that is to be cut out of a document.
struct PartCut {
  std::uint32_t part = 0;  // number of the part
  Span bytes;              // of its text

  friend bool operator==(const PartCut&, const PartCut&) = default;
};

/// What is to be cut out of the documents of a collection; 16 bytes per cut, in memory up to a limit, then in a
/// temporary file.
class TextCuts {
 public:
  /// `temp_dir`: empty for the system's default.
  TextCuts(const MemoryPart& memory, std::string temp_dir) : cuts_(memory, std::move(temp_dir)) {}

  /// Adds a cut of a document, by its number in reading order. Cuts ascend by document, part and place and do not
  /// overlap; they begin and end at character boundaries.
  void add(DocId document, const PartCut& cut);

  [[nodiscard]] std::uint64_t size() const { return cuts_.size(); }

 private:
  friend class TextCutCursor;

  struct Cut {
    DocId document = 0;
    PartCut cut;
  };

  RecordSpool<Cut> cuts_;
};

/// Returns the cuts of one document after the other.
class TextCutCursor {
 public:
  /// `cuts` must outlive it and not grow meanwhile.
  explicit TextCutCursor(TextCuts& cuts) : cuts_(cuts) {}

  /// The cuts of a document, valid until the next call. Call it for documents in ascending order.
  std::span<const PartCut> of(std::uint64_t document);

 private:
  void refill();

  TextCuts& cuts_;
  std::uint64_t next_ = 0;  // to be read
  PlainVector<TextCuts::Cut> window_;
  std::size_t at_ = 0;
  std::vector<PartCut> current_;
};

/// A document's parts without the cuts. `texts` holds the texts.
[[nodiscard]] std::vector<Part> without_cuts(const Document& document, std::span<const PartCut> cuts,
                                             std::vector<std::string>& texts);

/// Throws the Error that a document's record cannot be cut; `why` is a sentence without an end.
[[noreturn]] void refuse_cut(const Document& document, std::string_view why);

inline constexpr std::string_view kNotUnchanged = "the text is not a single unchanged string of the record";

/// Whether the cuts leave only white space.
[[nodiscard]] bool are_emptied(std::span<const Part> parts);

}  // namespace cento
