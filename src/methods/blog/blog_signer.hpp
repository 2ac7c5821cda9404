#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "methods/blog/blog.hpp"
#include "methods/blog/part_sentences.hpp"
#include "read/document.hpp"
#include "sign/signer.hpp"
#include "sign/words/sorted_words.hpp"

namespace cento {

/// The sentences of a batch that have a fingerprint, document after document.
struct SignedBlogSentences {
  std::vector<std::uint32_t> sizes;  // fingerprints of each document
  PlainVector<Fingerprint> fingerprints;
  PlainVector<BlogSentence> sentences;    // the place of each fingerprint
  std::uint64_t without_fingerprint = 0;  // number of the other sentences
};

/// Signs the sentences of documents, for BlogFinder. Holds scratch memory: one object for each thread.
class BlogSigner {
 public:
  explicit BlogSigner(const BlogOptions& options) : words_(blog_words(options.df_cutoff, options.tokens)) {}

  /// `out` must be empty.
  void sign(const DocumentBatch& batch, SignedBlogSentences& out);

 private:
  void sign_part(std::string_view text, std::uint32_t part, SignedBlogSentences& out);

  SortedWordsSigner words_;
  PartSentences sentences_;
};

}  // namespace cento
