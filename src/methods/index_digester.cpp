#include "methods/index_digester.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "join/banding.hpp"
#include "join/part_keys.hpp"
#include "methods/blog.hpp"
#include "methods/document_signer.hpp"
#include "methods/reuse_digest.hpp"
#include "methods/sentence_classes.hpp"
#include "methods/sentence_signer.hpp"
#include "methods/text_claims.hpp"
#include "methods/thread_digest.hpp"
#include "sign/minhash.hpp"
#include "sign/sentence_hash.hpp"
#include "sign/sorted_words.hpp"
#include "text/analysis.hpp"

namespace cento {

namespace {

void check(const IndexOptions& options, const DocumentFrequencies* statistics) {
  if (options.match == SentenceMatching::loose) throw UsageError("an index matches exact or near sentences, not loose");
  if (options.match == SentenceMatching::near && !PartKeys::suit(options.threshold)) {
    throw UsageError(fmt::format("--threshold {} is too low for an index of near sentences: give at least {}",
                                 options.threshold, PartKeys::kLeastThreshold));
  }
  if (!(options.least_similarity > 0 && options.least_similarity <= 1)) {
    throw UsageError(fmt::format("--least-similarity {} is no similarity: it must be over 0 and at most 1",
                                 options.least_similarity));
  }
  if (!(options.recall > 0 && options.recall < 1)) {
    throw UsageError(fmt::format("--recall {} cannot be had: it must lie between 0 and 1", options.recall));
  }
  if (statistics == nullptr && options.documents && needs_token_frequencies(options.features)) {
    throw UsageError(fmt::format("--features {} needs statistics of a collection: give --stats", options.features));
  }
}

/// The sketch of a document, as keys of its bands.
class DocumentBands {
 public:
  DocumentBands(const IndexOptions& options, const DocumentFrequencies* statistics)
      : signer_({options.features, 0, statistics}), banding_(document_banding(options)), sketch_(minhash_.slots()) {}

  void add(std::span<const Part> parts, std::uint32_t document, PlainVector<IndexKey>& keys) {
    signer_.sign(parts, features_);
    if (features_.empty()) return;
    minhash_.sketch(features_, sketch_);
    bands_.clear();
    append_band_keys(sketch_, banding_, bands_);
    for (const std::uint64_t band : bands_) keys.push_back({band, document});
    release_if_large(features_);
  }

 private:
  DocumentSigner signer_;
  MinHash minhash_;
  Banding banding_;
  std::vector<std::uint32_t> sketch_;
  std::vector<std::uint64_t> bands_;
  Features features_;
};

class IndexDigester : public Digester {
  static constexpr std::size_t kManySentences = 10'000;  // of a text that leaves large scratch memory

 public:
  IndexDigester(const IndexOptions& options, const DocumentFrequencies* statistics) : options_(options) {
    check(options, statistics);
    if (options.documents) bands_.emplace(options, statistics);
    if (options.blog) words_.emplace(blog_words(options.df_cutoff, statistics));
    if (options.reuse) reuse_.emplace(options);
    if (const auto model = thread_model_of(options)) threads_.emplace(*model, statistics);
    if (options.passages && options.match == SentenceMatching::near) {
      signer_.emplace(NearSentenceOptions{options.signature, options.threshold, statistics, 0, {}});
    }
  }

  void add(std::span<const Part> parts, DigestBatch& out) override {
    const auto document = static_cast<std::uint32_t>(out.documents());
    const std::size_t sentences_before = out.sentences();
    out.texts.push_back(fingerprint_of(parts));
    out.keys_of(IndexTable::texts).push_back({out.texts.back().low, document});
    out.part_counts.push_back(static_cast<std::uint32_t>(parts.size()));
    for (const Part& part : parts) {
      const std::size_t before = out.sentences();
      for_each_slice(part.text, [&](std::string_view slice, std::uint32_t offset) { add_slice(slice, offset, out); });
      out.part_sizes.push_back(static_cast<std::uint32_t>(out.sentences() - before));
    }
    if (out.sentences() - sentences_before > kManySentences) analyzed_ = AnalyzedText();
    if (bands_) bands_->add(parts, document, out.keys_of(IndexTable::documents));
    if (threads_) threads_->add(parts, document, out);
  }

 private:
  void add_slice(std::string_view slice, std::uint32_t offset, DigestBatch& out) {
    analyzer_.analyze(slice, analyzed_);
    const AnalyzedPart part{slice, &analyzed_};
    for (const Sentence& sentence : analyzed_.sentences) {
      out.spans.push_back({sentence.bytes.begin + offset, sentence.bytes.end + offset});
      add_sentence(part.tokens_of(sentence), out);
    }
  }

  void add_sentence(const TokenRange& tokens, DigestBatch& out) {
    const auto position = static_cast<std::uint32_t>(out.contents.size());
    if (reuse_) reuse_->add(tokens.hashes, position, out);
    if (tokens.size() == 0) {
      out.contents.push_back(kNoContent);
      return;
    }
    const std::uint64_t content = sentence_hash(tokens.hashes);
    out.contents.push_back(stored_content(content));
    if (options_.passages) out.keys_of(IndexTable::sentences).push_back({content, position});
    if (signer_) add_near(tokens, position, out.keys_of(IndexTable::near));
    Fingerprint fingerprint;
    if (words_ && words_->sign(tokens, fingerprint)) {
      out.keys_of(IndexTable::blog).push_back({fingerprint.high, position});
    }
  }

  /// Sets that are near each other share a key; those that only an equal one is near have one of the whole set.
  void add_near(const TokenRange& tokens, std::uint32_t position, PlainVector<IndexKey>& keys) {
    signed_.clear();
    signer_->sign(tokens, position, signed_);
    const SignedSentences::Entry& entry = signed_.entries.front();
    if (entry.size == 0) return;
    if (entry.keys == 0) keys.push_back({entry.set_hash, position});
    for (const std::uint64_t key : signed_.keys) keys.push_back({key, position});
  }

  IndexOptions options_;
  std::optional<DocumentBands> bands_;
  std::optional<SortedWordsSigner> words_;
  std::optional<SentenceSigner> signer_;
  std::optional<ReuseDigester> reuse_;
  std::optional<ThreadDigester> threads_;
  SignedSentences signed_;
  TextAnalyzer analyzer_;
  AnalyzedText analyzed_;
};

}  // namespace

Banding document_banding(const IndexOptions& options) {
  return choose_banding(options.least_similarity, options.recall, MinHash::kDefaultSlots);
}

DigesterFactory index_digesters() {
  return [](const IndexOptions& options, const DocumentFrequencies* statistics) -> std::unique_ptr<Digester> {
    return std::make_unique<IndexDigester>(options, statistics);
  };
}

}  // namespace cento
