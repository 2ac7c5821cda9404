#include "methods/pdc/sentences/sentence_reader.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/memory/object_pool.hpp"
#include "core/parallel/per_thread.hpp"
#include "core/parallel/thread_team.hpp"
#include "methods/ndd/text_claims.hpp"
#include "methods/pdc/signed_before.hpp"
#include "sign/text_fingerprint.hpp"
#include "text/analysis.hpp"

namespace cento {

namespace {

constexpr std::size_t kSignedBits = 20;  // 8 MB, a good part of which fits the usual caches

TokenRange tokens_of(std::string_view text, const Tokens& tokens, const Sentence& sentence) {
  const std::size_t first = sentence.first_token;
  const std::size_t count = sentence.token_count;
  return {text, std::span(tokens.hashes).subspan(first, count), std::span(tokens.begins).subspan(first, count),
          std::span(tokens.ends).subspan(first, count)};
}

}  // namespace

struct SentenceReader::ThreadTools {
  explicit ThreadTools(const std::optional<NearSentenceOptions>& near) {
    if (near) signer.emplace(*near);
  }

  TextAnalyzer analyzer;
  AnalyzedText text;
  std::optional<SentenceSigner> signer;
};

struct SentenceReader::Tools {
  explicit Tools(const std::optional<NearSentenceOptions>& near)
      : of_threads([near] { return ThreadTools(near); }), signed_before(near ? kSignedBits : 0) {
    of_threads.local();  // so that a wrong name is reported at once
  }

  PerThread<ThreadTools> of_threads;
  std::unique_ptr<TextClaims> claims = std::make_unique<TextClaims>();
  SignedBefore signed_before;
  ObjectPool<SentenceBatch> batches;
};

SentenceReader::SentenceReader(const SentenceReaderOptions& options)
    : keep_edge_words_(options.keep_edge_words),
      long_text_bytes_(options.long_text_bytes),
      workers_(options.workers),
      tools_(std::make_unique<Tools>(options.near)) {}

SentenceReader::~SentenceReader() = default;

void SentenceReader::end() {
  tools_->of_threads.clear();
  tools_->claims.reset();
  tools_->signed_before.clear();
  tools_->batches.clear();
}

std::shared_ptr<SentenceBatch> SentenceReader::read(const DocumentBatch& batch) {
  std::shared_ptr<SentenceBatch> out = tools_->batches.lend();
  ThreadTools& tools = tools_->of_threads.local();
  for (const Document& document : batch.documents) {
    out->parts.push_back(static_cast<std::uint32_t>(document.parts.size()));
    for (const Part& part : document.parts) {
      const Fingerprint fingerprint = text_fingerprint(part.text);
      const std::size_t before = out->hashes.size();
      if (!tools_->claims->is_copy(fingerprint, batch.number << 32U | out->texts.size())) {
        if (part.text.size() >= long_text_bytes_) {
          out->leave_text(fingerprint, part.text);
          continue;
        }
        read_text(part.text, tools, *out);
      }
      out->end_text(fingerprint, before);
    }
  }
  return out;
}

void SentenceReader::read_text(std::string_view text, ThreadTools& tools, SentenceBatch& out) {
  constexpr std::size_t kLongText = 4 * kSliceBytes;
  if (text.size() >= kLongText && workers_ > 1) {
    for_each_piece(text, [&](const SentenceBatch& piece) { out.append(piece); });
    return;
  }
  for_each_slice(text, [&](std::string_view slice, std::uint32_t offset) { read_slice(slice, offset, tools, out); });
}

void SentenceReader::read_slice(std::string_view slice, std::uint32_t offset, ThreadTools& tools, SentenceBatch& out) {
  tools.analyzer.analyze(slice, tools.text);
  out.add_slice(tools.text, offset);
  if (keep_edge_words_) out.add_edge_words(tools.text);
  if (tools.signer) sign_new(slice, tools.text, *tools.signer, out);
  constexpr std::size_t kLongSlice = 4 * kSliceBytes;
  if (slice.size() > kLongSlice) tools.text = {};
}

void SentenceReader::for_each_piece(std::string_view text, const std::function<void(const SentenceBatch&)>& use) {
  std::vector<std::pair<std::string_view, std::uint32_t>> slices;
  for_each_slice(text, [&](std::string_view slice, std::uint32_t offset) { slices.emplace_back(slice, offset); });
  const std::size_t at_once = 4 * workers_;
  std::vector<std::shared_ptr<SentenceBatch>> pieces;
  for (std::size_t first = 0; first < slices.size(); first += at_once) {
    pieces.resize(std::min(at_once, slices.size() - first));
    const auto read_piece = [&](std::size_t i) {
      pieces[i] = tools_->batches.lend();
      const auto& [slice, offset] = slices[first + i];
      read_slice(slice, offset, tools_->of_threads.local(), *pieces[i]);
    };
    share_loop(pieces.size(), read_piece);
    for (std::shared_ptr<SentenceBatch>& piece : pieces) {
      use(*piece);
      piece.reset();
    }
  }
}

/// Signs the sentences of the slice added last, if they are new.
void SentenceReader::sign_new(std::string_view text, const AnalyzedText& slice, SentenceSigner& signer,
                              SentenceBatch& out) {
  const std::size_t first = out.hashes.size() - slice.sentences.size();
  constexpr std::size_t kAhead = 8;
  SignedBefore& signed_before = tools_->signed_before;
  for (std::size_t i = 0; i < slice.sentences.size(); ++i) {
    signed_before.prepare(out.hashes[std::min(first + i + kAhead, out.hashes.size() - 1)]);
    if (slice.sentences[i].token_count == 0 || signed_before.is_known(out.hashes[first + i])) continue;
    signer.sign(tokens_of(text, slice.tokens, slice.sentences[i]), static_cast<std::uint32_t>(first + i),
                out.signatures);
  }
}

}  // namespace cento
