#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "core/span.hpp"
#include "core/spill/task_exchange.hpp"
#include "methods/qsign/tasks/reuse_task.hpp"
#include "read/document.hpp"
#include "sign/signer.hpp"

// The records of tasks that find reused sentences (core/spill/task_blocks.hpp). `word`, `query` and the documents of a
// part's own records count from 0 in the part.

namespace cento {

inline constexpr std::uint32_t kNoDocument = ~std::uint32_t{0};

/// A sentence of a document.
struct ReusePlace {
  std::uint32_t document = 0;
  std::uint32_t part = 0;    // of the document
  std::uint32_t number = 0;  // among the part's sentences
  Span bytes;                // of the part's text

  friend bool operator<(const ReusePlace& x, const ReusePlace& y) {
    return std::tie(x.document, x.part, x.number) < std::tie(y.document, y.part, y.number);
  }
  friend bool operator==(const ReusePlace&, const ReusePlace&) = default;
};
static_assert(sizeof(ReusePlace) == 20 && std::has_unique_object_representations_v<ReusePlace>);

/// A sentence as its part stores it, with how many different words it has.
struct SentenceOfWords {
  ReusePlace place;
  std::uint32_t words = 0;
};
static_assert(sizeof(SentenceOfWords) == 24);

/// The id of a document.
struct IdOfDocument {
  Fingerprint id;
  std::uint32_t document = 0;
  std::uint32_t zero = 0;
};
static_assert(sizeof(IdOfDocument) == 24);

/// A word of a part.
struct WordInPart {
  std::uint64_t hash = 0;
  std::uint32_t word = 0;
  std::uint32_t sentences = 0;  // of the part, that have it
  std::uint32_t documents = 0;
  std::uint32_t zero = 0;
};
static_assert(sizeof(WordInPart) == 24);

/// The same as its group stores it, of known parts; by hash, then by part.
struct WordHolder {
  std::uint64_t hash = 0;
  std::uint32_t part = 0;
  std::uint32_t word = 0;
  std::uint32_t sentences = 0;
  std::uint32_t zero = 0;
};
static_assert(sizeof(WordHolder) == 24);

/// In how many known sentences and documents a word is, for an asked part that has it.
struct CountedWord {
  std::uint32_t word = 0;
  std::uint32_t sentences = 0;
  std::uint32_t documents = 0;
};
static_assert(sizeof(CountedWord) == 12);

/// The known document with the id of an asked one, for the part of that.
struct SameDocument {
  std::uint32_t document = 0;
  std::uint32_t known = 0;  // in the whole collection
};
static_assert(sizeof(SameDocument) == 8);

/// An asked sentence as its part stores it. Those with the same words are one query.
struct AskedPlace {
  ReusePlace place;
  std::uint32_t query = 0;
};
static_assert(sizeof(AskedPlace) == 24);

/// What a query looks up in the list of one of its words: the begin of a record that continues with `words` stored
/// words, as many counts of documents where words are counted, `earlier` stored words whose lists are read as well, and
/// for qsign a BitSignature.
struct AskedList {
  std::uint64_t hash = 0;
  GlobalPlace query = 0;
  std::uint32_t but = kNoDocument;  // a known document that is not reported
  std::uint32_t most = 0;           // of the list, from its begin
  std::uint32_t distance = 0;       // of signatures, for qsign
  std::uint32_t words = 0;
  std::uint32_t earlier = 0;
  std::uint32_t zero = 0;

  /// Of the record, after this.
  [[nodiscard]] std::size_t rest_bytes(const ReuseTask& task) const {
    const std::size_t numbers = (task.has_word_counts ? 2 : 1) * std::size_t{words} + earlier;
    return numbers * sizeof(std::uint32_t) + task.signature_bytes();
  }
};
static_assert(sizeof(AskedList) == 40);

/// A request for a word's list, for a known part: as many of its sentences as matter.
struct WantedList {
  std::uint32_t word = 0;
  std::uint32_t most = 0;
};
static_assert(sizeof(WantedList) == 8);

/// An entry of a word's list: the begin of a record that continues with `words` stored words, and for qsign a
/// BitSignature. Without words for a document that another one with its id replaces.
struct ListedSentence {
  std::uint64_t hash = 0;
  ReusePlace place;  // in the whole collection
  std::uint32_t words = 0;

  /// Of the record, after this.
  [[nodiscard]] std::size_t rest_bytes(const ReuseTask& task) const {
    return words * sizeof(std::uint32_t) + task.signature_bytes();
  }
};
static_assert(sizeof(ListedSentence) == 32);

/// A sentence that a query overlaps with, for the part of the query.
struct OverlapHit {
  double score = 0;
  std::uint32_t query = 0;
  ReusePlace place;  // in the whole collection

  /// Best first for each query.
  friend bool operator<(const OverlapHit& x, const OverlapHit& y) {
    if (x.query != y.query) return x.query < y.query;
    return x.score != y.score ? x.score > y.score : x.place < y.place;
  }
};
static_assert(sizeof(OverlapHit) == 32 && std::is_trivially_copyable_v<OverlapHit>);

/// How many a query overlaps with in one list, listed or not.
struct OverlapCount {
  std::uint32_t query = 0;
  std::uint32_t found = 0;
};
static_assert(sizeof(OverlapCount) == 8);

}  // namespace cento
