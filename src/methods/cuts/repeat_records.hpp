#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "core/span.hpp"
#include "core/spill/in_order.hpp"
#include "sign/signer.hpp"

namespace cento {

// The records of RepeatedSentenceFinder and its parts. Sentences with tokens are numbered throughout the collection; a
// text is a part of a document.

/// White space on one side of a sentence.
struct SentenceGap {
  /// How strongly white space separates: nothing, spaces, a line end, a blank line, and strongest the edge of a text.
  using Separation = std::uint8_t;
  static constexpr Separation kSpaces = 1;
  static constexpr Separation kBlankLine = 3;
  static constexpr Separation kEdge = 4;

  std::uint16_t bytes = 0;  // capped; the rest of longer white space stays
  Separation separation = kEdge;
  std::uint8_t zero = 0;
};

struct StoredSentence {
  Span bytes;
  std::uint32_t number = 0;  // in its text, counting those without tokens
  SentenceGap before;
  SentenceGap behind;
};

/// A text and its sentences.
struct StoredText {
  std::uint64_t first = 0;  // first of its sentences
  std::uint32_t document = 0;
  std::uint32_t part = 0;
  std::uint32_t bytes = 0;
  std::uint32_t zero = 0;
};

static_assert(sizeof(StoredSentence) == 20 && std::has_unique_object_representations_v<StoredSentence>);
static_assert(sizeof(StoredText) == 24 && std::has_unique_object_representations_v<StoredText>);

/// Consecutive sentences of a text, as many as a repetition needs. Equal ones are brought together by fingerprint, the
/// first one first. Regrouped; 24 bytes: fingerprint (low 8, high 8), first 8.
struct SignedWindow {
  Fingerprint fingerprint;
  std::uint64_t first = 0;  // number of its first sentence

  friend bool operator<(const SignedWindow& x, const SignedWindow& y) {
    return std::tie(x.fingerprint.high, x.fingerprint.low, x.first) <
           std::tie(y.fingerprint.high, y.fingerprint.low, y.first);
  }
};

static_assert(sizeof(SignedWindow) == 24 && std::is_trivially_copyable_v<SignedWindow>);
static_assert(std::has_unique_object_representations_v<SignedWindow>);

struct FingerprintOfWindow {
  std::uint64_t operator()(const SignedWindow& window) const { return window.fingerprint.high; }
};

/// A window that repeats an earlier one, both given by their first sentences. Sorted by place in the collection. In
/// place of the earlier one there can be a slot of RecentWindows: the window repeats what is remembered there; or,
/// after the window's own record if it repeats another, the window itself is remembered there from now on. Regrouped;
/// 16 bytes: first 8, earlier 8.
struct WindowRepetition {
  std::uint64_t first = 0;
  std::uint64_t earlier = 0;

  [[nodiscard]] static WindowRepetition of_remembered(std::uint64_t first, std::uint32_t slot) {
    return {first, kRemembered | slot};
  }
  [[nodiscard]] static WindowRepetition remembering(std::uint64_t first, std::uint32_t slot) {
    return {first, kRemembering | slot};
  }
  [[nodiscard]] bool is_remembered() const { return (earlier & kRemembered) != 0; }
  [[nodiscard]] bool is_remembering() const { return (earlier & kRemembering) != 0; }
  [[nodiscard]] std::uint32_t slot() const { return static_cast<std::uint32_t>(earlier); }

  friend bool operator<(const WindowRepetition& x, const WindowRepetition& y) {
    return x.first != y.first ? x.first < y.first : x.earlier < y.earlier;
  }

 private:
  // Above all places.
  static constexpr std::uint64_t kRemembered = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kRemembering = std::uint64_t{1} << 62;
};

static_assert(sizeof(WindowRepetition) == 16 && std::is_trivially_copyable_v<WindowRepetition>);
static_assert(std::has_unique_object_representations_v<WindowRepetition>);

struct FirstOfRepetition {
  OrderedKey key;

  std::uint64_t operator()(const WindowRepetition& repetition) const { return key(repetition.first); }
};

}  // namespace cento
