#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/kernel.hpp"
#include "core/memory/plain_vector.hpp"
#include "sign/shingles.hpp"
#include "sign/signer.hpp"

namespace cento {

/// How repeated runs of tokens are anchored. A *window* is `run_tokens` tokens in a row, a *gram* is `gram_tokens`
/// tokens in a row; a window has window_grams() grams, and the least of them, by its feature, is its *anchor*.
struct RunShape {
  static constexpr std::uint32_t kRunTokensMost = std::uint32_t{1} << 16;

  std::uint32_t run_tokens = 0;
  std::uint32_t gram_tokens = 0;

  /// For runs of at least `run_tokens` tokens, 1 to kRunTokensMost. Longer grams would make more anchors, shorter ones
  /// more anchors shared by chance.
  [[nodiscard]] static RunShape of(std::uint32_t run_tokens) {
    constexpr std::uint32_t kGramTokensMost = 32;
    return {run_tokens, std::clamp<std::uint32_t>(run_tokens / 2, 1, kGramTokensMost)};
  }

  [[nodiscard]] std::uint32_t window_grams() const { return run_tokens - gram_tokens + 1; }
};

/// Windows in a row of the collection, each one token after the one before, and a mark whose meaning the owner defines;
/// in 8 bytes, ordered by the first token. A token's number has at most 44 bits: 17 trillion tokens. From the top bit:
/// first token 44 bits, count 19, mark 1.
class WindowRow {
 public:
  WindowRow() = default;
  WindowRow(std::uint64_t first_token, std::uint64_t count, bool is_marked = false)
      : packed_(first_token << kLowBits | count << 1 | (is_marked ? 1U : 0U)) {}

  [[nodiscard]] std::uint64_t first_token() const { return packed_ >> kLowBits; }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(packed_ >> 1) & kCountMost; }
  [[nodiscard]] bool is_marked() const { return (packed_ & 1) != 0; }
  /// The same row, `tokens` tokens further on.
  [[nodiscard]] WindowRow moved_by(std::uint64_t tokens) const {
    return {first_token() + tokens, count(), is_marked()};
  }

  friend bool operator==(const WindowRow&, const WindowRow&) = default;
  friend bool operator<(const WindowRow& a, const WindowRow& b) { return a.packed_ < b.packed_; }

 private:
  static constexpr int kLowBits = 20;
  static constexpr std::uint32_t kCountMost = (1U << (kLowBits - 1)) - 1;
  static_assert(RunShape::kRunTokensMost <= kCountMost);

  std::uint64_t packed_ = 0;
};

/// Windows in a row that have one anchor in common. Every window of a text is in exactly one stretch. Equal windows are
/// in stretches of the same anchor, because the anchor's value depends on the window alone: so equal windows are found
/// by regrouping stretches. 24 bytes: anchor 8, content 8, windows 8.
struct Stretch {
  std::uint64_t anchor = 0;   // the anchor's value, spread evenly
  std::uint64_t content = 0;  // hash of all tokens of the windows and of their number
  WindowRow windows;          // marked: two of them may be equal; otherwise none are

  /// Among stretches of one anchor: equal ones are adjacent, in text order.
  friend bool operator<(const Stretch& a, const Stretch& b) {
    return a.content != b.content ? a.content < b.content : a.windows < b.windows;
  }
};

static_assert(sizeof(Stretch) == 24 && std::is_trivially_copyable_v<Stretch>);
static_assert(std::has_unique_object_representations_v<Stretch>);

/// Cuts texts into stretches by winnowing: the anchor of a window is its least gram; ties go to the previous anchor,
/// otherwise to the rightmost ("robust winnowing", Schleimer et al. 2003), so that a text of one repeated word has few
/// stretches. Takes a text in pieces of any length; time is linear in its tokens. Pure; one object for each thread.
class StretchCutter {
 public:
  explicit StretchCutter(const RunShape& shape, Kernel kernel = best_kernel())
      : shape_(shape), shingles_(shape.gram_tokens, kernel) {}

  /// Begins a text; its first token has this number.
  void begin(std::uint64_t first_token);

  /// Takes the next tokens and appends the stretches that end with them.
  void add(std::span<const std::uint64_t> hashes, PlainVector<Stretch>& out);

  /// Ends the text and appends its last stretch. A text of fewer than run_tokens tokens has none.
  void end(PlainVector<Stretch>& out);

 private:
  void forget_passed();
  void append_grams(std::span<const std::uint64_t> hashes);
  void find_first_anchor();
  [[nodiscard]] std::size_t rightmost_least(std::size_t begin, std::size_t end) const;
  /// Examines grams until the anchor's reign ends; false when there are no more grams.
  bool find_end_of_reign();
  void hand_over(PlainVector<Stretch>& out);
  void append_stretch(std::size_t last_window, PlainVector<Stretch>& out);
  [[nodiscard]] std::uint64_t content_of(std::size_t first_window, std::size_t last_window) const;

  RunShape shape_;
  ShingleSigner shingles_;
  PlainVector<std::uint64_t> tokens_;  // the last ones, too few for a gram
  Features grams_;                     // from the first window that is in no stretch yet; indices below refer to it
  std::uint64_t first_token_ = 0;      // of the first gram
  std::size_t first_window_ = 0;       // of the open stretch
  std::size_t anchor_ = 0;
  std::size_t next_ = 0;  // next gram to examine; 0: no window is complete
  bool is_tied_ = false;
};

}  // namespace cento
