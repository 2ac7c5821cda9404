#include "methods/ask/index_digester.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "cento/option_table.hpp"
#include "join/banding.hpp"
#include "join/part_keys.hpp"
#include "methods/blog/blog.hpp"
#include "methods/forum/forum_digest.hpp"
#include "methods/ndd/document_signer.hpp"
#include "methods/ndd/text_claims.hpp"
#include "methods/pdc/sentences/sentence_classes.hpp"
#include "methods/pdc/sentences/sentence_signer.hpp"
#include "methods/qsign/reuse_digest.hpp"
#include "sign/minhash.hpp"
#include "sign/sentence_hash.hpp"
#include "sign/words/sorted_words.hpp"
#include "text/analyzed_document.hpp"

namespace cento {

namespace {

void check(const IndexOptions& options, const DocumentFrequencies* statistics) {
  if (options.match == SentenceMatching::near && !PartKeys::suit(options.threshold)) {
    throw UsageError(fmt::format("threshold {} is too low for an index of near sentences: use at least {}",
                                 options.threshold, PartKeys::kLeastThreshold));
  }
  check_options(options);
  if (statistics == nullptr && options.documents && needs_token_frequencies(options.features)) {
    throw UsageError(fmt::format("features {} need statistics of a collection (stats)", options.features));
  }
}

/// The sketch of a document, as keys of its bands.
class DocumentBands {
 public:
  DocumentBands(const IndexOptions& options, const DocumentFrequencies* statistics)
      : signer_({options.features, 0, statistics}), banding_(document_banding(options)), sketch_(minhash_.slots()) {}

  void add(const AnalyzedDocument& document, std::uint32_t number, PlainVector<IndexKey>& keys) {
    signer_.sign(document, features_);
    if (features_.empty()) return;
    minhash_.sketch(features_, sketch_);
    bands_.clear();
    append_band_keys(sketch_, banding_, bands_);
    for (const std::uint64_t band : bands_) keys.push_back({band, number});
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
 public:
  using Digester::add;

  IndexDigester(const IndexOptions& options, const DocumentFrequencies* statistics) : options_(options) {
    check(options, statistics);
    if (options.documents) bands_.emplace(options, statistics);
    if (options.blog) words_.emplace(blog_words(options.df_cutoff, statistics));
    if (options.reuse) reuse_.emplace(options);
    if (const auto model = forum_model_of(options)) threads_.emplace(*model, statistics);
    if (options.passages && options.match == SentenceMatching::near) {
      signer_.emplace(NearSentenceOptions{static_cast<const SentenceSimilarity&>(options), statistics, 0, {}});
    }
  }

  void add(AnalyzedDocument& document, DigestBatch& out) override {
    const auto number = static_cast<std::uint32_t>(out.documents());
    out.texts.push_back(fingerprint_of(document.parts()));
    out.keys_of(IndexTable::texts).push_back({out.texts.back().low, number});
    out.part_counts.push_back(static_cast<std::uint32_t>(document.parts().size()));
    for (std::size_t part = 0; part < document.parts().size(); ++part) {
      const std::size_t before = out.sentences();
      document.for_each_slice(part, [&](std::string_view slice, std::uint32_t offset, const AnalyzedText& analyzed) {
        add_slice({slice, &analyzed}, offset, out);
      });
      out.part_sizes.push_back(static_cast<std::uint32_t>(out.sentences() - before));
    }
    if (bands_) bands_->add(document, number, out.keys_of(IndexTable::documents));
    if (threads_) threads_->add(document, number, out);
  }

 private:
  void add_slice(const AnalyzedPart& part, std::uint32_t offset, DigestBatch& out) {
    for (const Sentence& sentence : part.analyzed->sentences) {
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

  /// Sets that are near each other share a key; a set that only equal ones are near has one key of the whole set.
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
  std::optional<ForumDigester> threads_;
  SignedSentences signed_;
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
