#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/span.hpp"
#include "core/spill/groups.hpp"
#include "methods/blog/blog_records.hpp"

namespace cento {

/// Which documents make the sentences of others known: all; with a reference, only those of the reference, which come
/// first.
struct BlogReference {
  bool exists = false;
  DocId documents = 0;  // how many it has

  [[nodiscard]] bool is_source(DocId document) const { return !exists || document < documents; }
};

/// Equal sentences, by what they are for. `Sentence` has a fingerprint and a member, as SignedBlogSentence does.
template <typename Sentence>
struct EqualBlogSentences {
  std::span<const Sentence> sources;     // from which others may be known
  std::span<const Sentence> reportable;  // which are in other documents as well; empty: nothing to report
};

/// Calls `use(group)` for each run of equal sentences; `sorted` as regrouped by fingerprint.
template <typename Sentence, typename Use>
void for_each_equal_sentence(std::span<const Sentence> sorted, const Use& use) {
  const auto alike = [](const Sentence& x, const Sentence& y) { return x.fingerprint == y.fingerprint; };
  for_each_group(sorted, alike, use);
}

/// Divides a group of equal sentences, which is sorted, and so has its sources first.
template <typename Sentence>
[[nodiscard]] EqualBlogSentences<Sentence> divide_equal_sentences(std::span<const Sentence> group,
                                                                  const BlogReference& reference) {
  const auto is_of_source = [&](const Sentence& x) { return reference.is_source(x.member.document); };
  const auto sources =
      static_cast<std::size_t>(std::partition_point(group.begin(), group.end(), is_of_source) - group.begin());
  const bool is_in_one_document = group.front().member.document == group.back().member.document;
  EqualBlogSentences<Sentence> out;
  out.sources = group.first(sources);
  if (sources > 0 && !is_in_one_document) out.reportable = reference.exists ? group.subspan(sources) : group;
  return out;
}

}  // namespace cento
