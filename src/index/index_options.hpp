#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "align/passage_options.hpp"

namespace cento {

/// What an index keeps beside the texts, and so can answer. Fixed when it is made, stored with it and checked whenever
/// it is opened. The same names are used on the command line.
struct IndexOptions {
  bool passages = true;                              // sentences by what they say: located passages
  SentenceMatching match = SentenceMatching::exact;  // exact or near: which sentences match in passages
  std::string signature = "shingle:3";               // near: features of a sentence
  double threshold = 0.9;                            // near: τ, least Jaccard similarity of two sentences that match
  bool blog = true;                                  // sentences by their fingerprints of paper blog
  double df_cutoff = 0.6;              // blog: words in more documents than this share (from 1 on: number) are left out
  bool documents = true;               // near-duplicate documents, by bands of their MinHash sketches
  std::string features = "shingle:5";  // documents: what is sketched and compared
  double least_similarity = 0.8;       // documents: least Jaccard similarity that is looked for
  double recall = 0.95;                // documents: the wanted recall at that similarity, from which the bands follow
  bool reuse = false;                  // sentences by their words: word overlap, and paper qsign
  unsigned signature_bits = 128;       // reuse: m, bits of a sentence's signature; 0: none are kept
  unsigned word_bits = 4;              // reuse: l, bits that a word sets
  std::string threads;  // how documents are compared as threads: the text of a JSON object (methods/thread_model.hpp);
                        // empty: they are no threads

  friend bool operator==(const IndexOptions&, const IndexOptions&) = default;
};

/// As the text of a JSON object, one member an option (none for threads that are not kept); the same options give the
/// same bytes.
[[nodiscard]] std::string to_json(const IndexOptions& options);

/// Throws Error, naming `place`, for what is not such an object or has members that are not known.
[[nodiscard]] IndexOptions index_options_of(std::string_view json, std::string_view place);

}  // namespace cento
