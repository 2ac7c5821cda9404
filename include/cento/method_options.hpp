#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What users choose about each method, with the defaults. The command line has the same names; option_table.hpp says
/// what each means and which values it takes.
namespace cento {

/// When two sentences match.
enum class SentenceMatching : std::uint8_t {
  exact,  // identical after folding
  near,   // exact, or the Jaccard similarity of their features is at least the threshold
  loose,  // near, or they share enough weighted words in any order
};

/// Where a passage ends.
enum class PassageEdges : std::uint8_t {
  sentence,  // where its first and last matching sentences do
  word,      // where the shared wording does
};

/// When sentences are near-duplicates.
struct SentenceSimilarity {
  std::string signature = "shingle:3";  // features of a sentence: shingle:n, spot:k, imatch:a:b
  double threshold = 0.9;               // τ: least Jaccard similarity of two sentences that match

  friend bool operator==(const SentenceSimilarity&, const SentenceSimilarity&) = default;
};

/// Which passages are looked for.
struct PassageOptions : SentenceSimilarity {
  static constexpr std::uint32_t kMinSentences = 3;
  static constexpr std::uint32_t kMaxGap = 1;

  SentenceMatching match = SentenceMatching::near;
  std::uint32_t min_sentences = kMinSentences;  // γ: least number of matched sentences of a passage
  std::uint32_t max_gap = kMaxGap;              // g: unmatched sentences, on either side, that a passage may run over
  PassageEdges edges = PassageEdges::word;
  bool within = false;  // also repeats inside one document
};

/// Which passages and documents a scan lists.
struct ListingOptions {
  /// For pairs_up_to: all pairs, as the paper has them.
  static constexpr std::uint32_t kAll = ~std::uint32_t{0};

  std::uint32_t pairs_up_to = 20;  // K: pairs are listed of passages in at most this many documents
  std::uint32_t boilerplate = 50;  // families in more documents are marked
  double near_duplicate = 0.8;     // documents that share at least this much count as near-duplicates
};

/// When a document is assembled from others (paper blog).
struct BlogRule {
  double df_cutoff = 0.6;           // words in more documents are left out: below 1 a share of them, otherwise a number
  std::uint32_t max_repeats = 300;  // sentences seen more often than this are left out as common property
  std::uint32_t collisions = 3;     // δ: a document is reported when more of its sentences than this are known
};

/// Which repeated runs of words are found.
struct RunRule {
  std::uint32_t min_tokens = 50;  // N: the least length of a run
};

/// When documents are near-duplicates.
struct DocumentSimilarity {
  static constexpr const char* kFeatures = "shingle:5";
  static constexpr double kThreshold = 0.8;
  static constexpr double kRecall = 0.95;

  /// `ndd` (the paper's: chars:64), `shingle:N` or other features by name: all pairs, by the exact join.
  /// `minhash[:K]`, `simhash`: candidates by sketches. `exact`: only the same words in the same order.
  std::string method = kFeatures;
  std::string features = kFeatures;  // minhash, simhash: what is sketched, and candidates are verified by
  double threshold = kThreshold;     // τ: least Jaccard similarity (ndd: resemblance rate RR)
  unsigned sample = 0;               // k: only features whose hash is 0 modulo 2^k are kept
  std::uint32_t sct = 0;             // features in more documents are ignored; 0: no limit (SCT = ∞ in ndd)
  double recall = kRecall;           // minhash: the wanted recall at the threshold, which determines the bands
  unsigned distance = 3;             // simhash: bits of 64 in which candidates may differ
};

/// How near-duplicate documents are found, and which of them is kept.
struct DuplicateOptions : DocumentSimilarity {
  std::string statistics_file;  // tables of `cento stats`; empty: counted in the source where needed
  std::string keep = "first";   // first, longest, newest, oldest or field:NAME[:min|max]
};

/// Which pairs of identical documents or threads are listed.
struct IdenticalListing {
  std::uint32_t pairs_up_to = 100;  // of more identical ones only pairs with the first are listed
};

/// How the inverted index is divided when all threads are compared (threads §4.2 and §4.3); the result is the same.
enum class Partitioning : std::uint8_t {
  by_document,  // the index of a block of threads stays in memory, and all threads are compared with it
  by_term,      // posting lists are regrouped by feature, and each is processed by itself
};

/// When threads of a forum ask the same.
struct ForumComparison {
  std::string model;  // the text of a JSON object as `cento tune` writes it; empty: the paper's weights for title,
                      // description and answer. The others change it
  std::string parts;  // parts to compare and their weights: title=0.4,body=0.2,answer=0.4
  std::vector<std::string> compare;      // how parts are compared: title=words*idf+grams:3*idf
  std::optional<double> threshold;       // τ: least similarity of threads that ask the same
  std::optional<double> number_guard;    // subtracted if numbers differ
  std::optional<double> negation_guard;  // subtracted if only one is negated
};

/// Which repetitions are cut from texts.
struct CutRule {
  std::uint32_t min_sentences = 3;  // γ: this many sentences in a row must occur earlier; 1: each counts by itself
  std::uint32_t min_tokens = 3;     // and have at least this many words together
};

/// What is asked about a document.
struct AskOptions {
  bool documents = true;     // near-duplicates, if the index keeps what that needs
  bool passages = true;      // shared passages, likewise
  std::uint32_t limit = 20;  // answers of each kind, best first
  std::uint32_t min_sentences = PassageOptions::kMinSentences;
  std::uint32_t max_gap = PassageOptions::kMaxGap;

  friend bool operator==(const AskOptions&, const AskOptions&) = default;
};

/// What an index stores besides the texts, and so which questions it can answer. Fixed when it is created, stored with
/// it and checked whenever it is opened.
struct IndexOptions : SentenceSimilarity {
  bool passages = true;                              // sentences by their content: located passages
  SentenceMatching match = SentenceMatching::exact;  // exact or near: which sentences match in passages
  bool blog = true;                                  // sentences by their fingerprints of paper blog
  double df_cutoff = BlogRule{}.df_cutoff;
  bool documents = true;  // near-duplicate documents, by bands of their MinHash sketches
  std::string features = DocumentSimilarity::kFeatures;
  double least_similarity = DocumentSimilarity::kThreshold;  // documents: least Jaccard similarity that is found
  double recall = DocumentSimilarity::kRecall;               // documents: at that similarity; determines the bands
  bool reuse = false;                                        // sentences by their words: word overlap, and paper qsign
  unsigned signature_bits = 128;                             // reuse: m, bits of a sentence's signature; 0: none
  unsigned word_bits = 4;                                    // reuse: l, bits that a word sets
  std::string threads;  // how documents are compared as threads: the text of a JSON object as `cento tune` writes it;
                        // empty: they are no threads

  friend bool operator==(const IndexOptions&, const IndexOptions&) = default;
};

}  // namespace cento
