#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "core/spill/in_order.hpp"
#include "methods/blog/blog_sources.hpp"
#include "sign/signer.hpp"

namespace cento {

// The records that BlogRun regroups, in two steps: by fingerprint, so that equal sentences come together, then by
// document, so that each document has those of its sentences that others have as well.

/// A sentence by its fingerprint. Equal sentences are sorted by document, then by their place in it.
/// 40 bytes: fingerprint (low 8, high 8), document 4, part 4, number 4, byte span (begin 4, end 4), 4 zero.
struct SignedBlogSentence {
  Fingerprint fingerprint;
  BlogMember member;
  std::uint32_t zero = 0;  // so that no byte is unset

  friend bool operator<(const SignedBlogSentence& x, const SignedBlogSentence& y) {
    return std::tie(x.fingerprint.high, x.fingerprint.low, x.member) <
           std::tie(y.fingerprint.high, y.fingerprint.low, y.member);
  }
};

static_assert(sizeof(SignedBlogSentence) == 40 && std::is_trivially_copyable_v<SignedBlogSentence>);
static_assert(std::has_unique_object_representations_v<SignedBlogSentence>);

/// The key of SignedBlogSentence.
struct ByBlogFingerprint {
  std::uint64_t operator()(const SignedBlogSentence& sentence) const { return sentence.fingerprint.high; }
};

/// A sentence with equal ones, and the group of all of them. Sorted by document, then by place.
/// 32 bytes: group 8, members 4, document 4, part 4, number 4, byte span (begin 4, end 4).
struct GroupedBlogSentence {
  std::uint64_t group = 0;    // number in BlogSources
  std::uint32_t members = 0;  // of the group
  BlogMember own;

  friend bool operator<(const GroupedBlogSentence& x, const GroupedBlogSentence& y) { return x.own < y.own; }
};

static_assert(sizeof(GroupedBlogSentence) == 32 && std::is_trivially_copyable_v<GroupedBlogSentence>);
static_assert(std::has_unique_object_representations_v<GroupedBlogSentence>);

/// The key of GroupedBlogSentence: partitions follow each other in the order of documents.
struct ByBlogDocument {
  OrderedKey key;
  std::uint64_t operator()(const GroupedBlogSentence& sentence) const { return key(sentence.own.document); }
};

}  // namespace cento
