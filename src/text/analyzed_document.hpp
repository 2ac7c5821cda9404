#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "read/document.hpp"
#include "text/analysis.hpp"

namespace cento {

/// A document whose texts are analysed once for all who need their tokens or sentences. A very long one is analysed
/// slice by slice each time, so that memory stays small. One object for each thread; reuse it: its memory is kept.
class AnalyzedDocument {
 public:
  static constexpr std::size_t kKeptBytes = std::size_t{2} << 20;  // of all texts: analyses of more are not kept

  AnalyzedDocument() = default;
  explicit AnalyzedDocument(std::span<const Part> parts) { set(parts); }

  /// Replaces the document. The parts must outlive its use.
  void set(std::span<const Part> parts);

  [[nodiscard]] std::span<const Part> parts() const { return parts_; }

  /// Calls `use(slice, offset, analyzed)` for a part, or for its slices in turn, each with its offset in the part.
  template <typename Use>
  void for_each_slice(std::size_t part, const Use& use) {
    const std::string_view text = parts_[part].text;
    if (is_kept_) return use(text, 0U, analyzed_[part]);
    cento::for_each_slice(text, [&](std::string_view slice, std::uint32_t offset) {
      analyzer_.analyze(slice, slice_);
      use(slice, offset, slice_);
    });
    release_if_large(slice_);
  }

  /// As cento::for_each_sentence(), for a part.
  template <typename Use>
  void for_each_sentence(std::size_t part, const Use& use) {
    for_each_slice(part, [&](std::string_view, std::uint32_t offset, const AnalyzedText& analyzed) {
      cento::for_each_sentence(analyzed, offset, use);
    });
  }

  /// The tokens of a part; null if they are not kept.
  [[nodiscard]] const Tokens* tokens_of(std::size_t part) const { return is_kept_ ? &analyzed_[part].tokens : nullptr; }

 private:
  std::span<const Part> parts_;
  bool is_kept_ = true;
  std::vector<AnalyzedText> analyzed_;  // of each part, if they are kept
  AnalyzedText slice_;
  TextAnalyzer analyzer_;
};

}  // namespace cento
