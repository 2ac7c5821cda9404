#pragma once

#include <compare>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "core/spill/task_exchange.hpp"
#include "methods/blog/blog_sources.hpp"
#include "sign/signer.hpp"

// The records of method blog cut into tasks (core/spill/task_blocks.hpp). `sentence`, `word` and the documents of a
// part's own records count from 0 in the part.

namespace cento {

/// A word of a part, for finding the words that are common in the collection.
struct PartWord {
  std::uint64_t hash = 0;
  std::uint32_t word = 0;
  std::uint32_t documents = 0;  // of the part, that have it
};
static_assert(sizeof(PartWord) == 16 && std::is_trivially_copyable_v<PartWord>);

/// A sentence as its part stores it: where it is, and how many of the part's sentence words are its own.
struct PartSentence {
  BlogMember member;
  std::uint32_t words = 0;
};
static_assert(sizeof(PartSentence) == 24 && std::is_trivially_copyable_v<PartSentence>);

/// A sentence with a fingerprint, for finding equal ones. `sentence` counts those of the part that have one.
struct SentBlogSentence {
  Fingerprint fingerprint;
  BlogMember member;
  std::uint32_t sentence = 0;
};
static_assert(sizeof(SentBlogSentence) == 40 && std::has_unique_object_representations_v<SentBlogSentence>);

/// A sentence that other documents have, for its part. Equal sentences are called by the place of the first of them
/// that others may be known from.
struct KnownSentence {
  GlobalPlace equal = 0;
  std::uint32_t sentence = 0;
  std::uint32_t group = 0;  // whose task has stored where they are

  friend bool operator<(const KnownSentence& x, const KnownSentence& y) { return x.sentence < y.sentence; }
};
static_assert(sizeof(KnownSentence) == 16);

/// A document from which sentences are known, once for each of them: by the first of the equal ones that it has.
struct SourceOfSentence {
  GlobalPlace equal = 0;
  BlogMember member;  // in the whole collection
  std::uint32_t zero = 0;

  friend bool operator<(const SourceOfSentence& x, const SourceOfSentence& y) {
    return std::tie(x.equal, x.member) < std::tie(y.equal, y.member);
  }
};
static_assert(sizeof(SourceOfSentence) == 32 && std::has_unique_object_representations_v<SourceOfSentence>);

}  // namespace cento
