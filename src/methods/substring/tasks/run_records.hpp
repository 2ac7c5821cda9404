#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "core/span.hpp"
#include "core/spill/task_exchange.hpp"
#include "methods/substring/substring.hpp"
#include "sign/signer.hpp"

// What crosses between the tasks of method substring besides Stretch, WindowRequest, WindowPrint and RepeatedWindows,
// and what is stored of a part. A *text* is a part of a document that is long enough for a run; those of a document are
// counted from 0. Tokens that are stored are numbered in their part, those that are sent in the collection.

namespace cento {

/// A text, stored in the order of the part; 32 bytes.
struct RunText {
  std::uint64_t first_token = 0;
  Span bytes;  // from the first token to the last
  std::uint32_t token_count = 0;
  std::uint32_t document = 0;  // in the part of the collection
  std::uint32_t part = 0;      // number in the document
  std::uint32_t zero = 0;

  [[nodiscard]] std::uint64_t end_token() const { return first_token + token_count; }
};

/// A document with texts. Grouped by the fingerprint of their tokens; 24 bytes.
struct RunDocument {
  Fingerprint fingerprint;
  std::uint32_t document = 0;  // in its part
  std::uint32_t zero = 0;
};

/// That a document has the tokens of an earlier one; for its part; 16 bytes.
struct CopiedDocument {
  GlobalPlace original = 0;     // the first document with them
  std::uint32_t document = 0;   // in its part
  std::uint32_t is_second = 0;  // its place is to be listed with the original

  friend bool operator<(const CopiedDocument& x, const CopiedDocument& y) { return x.document < y.document; }
};

/// The first copy of a text; for the part of the original; 40 bytes.
struct FirstCopy {
  std::uint64_t token = 0;     // the first of the copy
  std::uint32_t original = 0;  // document in its part
  std::uint32_t text = 0;
  RunPlace place;

  friend bool operator<(const FirstCopy& x, const FirstCopy& y) {
    return std::tie(x.original, x.text) < std::tie(y.original, y.text);
  }
};

/// Which part has copies of a document; for the part of the document; 8 bytes.
struct AskedOriginal {
  std::uint32_t document = 0;
  std::uint32_t asking = 0;

  friend bool operator<(const AskedOriginal& x, const AskedOriginal& y) {
    return std::tie(x.document, x.asking) < std::tie(y.document, y.asking);
  }
};

/// The first place of a text that has copies: where it is listed to occur; for the parts of the copies; 40 bytes.
struct OriginalPlace {
  GlobalPlace original = 0;
  std::uint32_t text = 0;
  std::uint32_t zero = 0;
  RunPlace place;

  friend bool operator<(const OriginalPlace& x, const OriginalPlace& y) {
    return std::tie(x.original, x.text) < std::tie(y.original, y.text);
  }
};

/// Asks for the place and the tokens of a run; for the part of its first token; 16 bytes.
struct AskedRun {
  std::uint64_t token = 0;
  std::uint32_t tokens = 0;  // at most this many are of interest
  std::uint32_t zero = 0;

  friend bool operator<(const AskedRun& x, const AskedRun& y) {
    return std::tie(x.token, x.tokens) < std::tie(y.token, y.tokens);
  }
};

/// The answer, or a piece of it; for the part that asked. After these 32 bytes follow the hashes of its tokens, 8 each,
/// and the bytes of the text where each of these ends, 4 each.
struct RunAnswer {
  std::uint64_t token = 0;     // that was asked for
  std::uint32_t first = 0;     // of the tokens that follow, counted from that
  std::uint32_t tokens = 0;    // that follow
  std::uint32_t document = 0;  // where the asked token is; in the collection
  std::uint32_t part = 0;
  std::uint32_t token_in_text = 0;
  std::uint32_t begin = 0;  // byte of the asked token
};

/// A range to be listed, or a text whose first place others ask for; stored until the answers are there; 72 bytes.
struct WantedRange {
  enum class Use : std::uint32_t { listed, listed_as_first, original };

  RunPlace place;
  RunPlace also;            // if it is known already
  std::uint64_t begin = 0;  // its first token, in the part
  std::uint64_t other = 0;  // the first token where it also occurs, in the collection; kNone: `also` is known
  Use use = Use::listed;
  std::uint32_t text = 0;  // original: which of its document

  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
};

/// A range to be listed, stored; 56 bytes.
struct FoundRange {
  RunPlace place;
  RunPlace also;
  std::uint32_t is_first = 0;
  std::uint32_t zero = 0;
};

template <typename Record, std::size_t kBytes>
inline constexpr bool kCrossesTasks =
    sizeof(Record) == kBytes&& std::is_trivially_copyable_v<Record>&& std::has_unique_object_representations_v<Record>;

static_assert(kCrossesTasks<RunText, 32> && kCrossesTasks<RunDocument, 24> && kCrossesTasks<CopiedDocument, 16>);
static_assert(kCrossesTasks<FirstCopy, 40> && kCrossesTasks<AskedOriginal, 8> && kCrossesTasks<OriginalPlace, 40>);
static_assert(kCrossesTasks<AskedRun, 16> && kCrossesTasks<RunAnswer, 32> && kCrossesTasks<WantedRange, 72>);
static_assert(kCrossesTasks<FoundRange, 56>);

}  // namespace cento
