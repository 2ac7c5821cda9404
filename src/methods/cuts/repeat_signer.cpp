#include "methods/cuts/repeat_signer.hpp"

#include <algorithm>
#include <limits>

#include "sign/sequence_fingerprint.hpp"

namespace cento {

namespace {

SentenceGap gap_of(std::string_view space) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
  if (space.empty()) return {0, 0};
  const auto separation = std::min<std::ptrdiff_t>(SentenceGap::kSpaces + std::count(space.begin(), space.end(), '\n'),
                                                   SentenceGap::kBlankLine);
  return {static_cast<std::uint16_t>(std::min(space.size(), kMost)), static_cast<SentenceGap::Separation>(separation)};
}

}  // namespace

void RepeatSigner::sign(const DocumentBatch& batch, const RepeatOptions& options, RepeatBatch& out) {
  out = RepeatBatch();
  for (const Document& document : batch.documents) {
    for (std::uint32_t part = 0; part < document.parts.size(); ++part) {
      const std::string_view text = document.parts[part].text;
      const std::size_t first = out.sentences.size();
      out.texts.push_back({first, out.documents, part, static_cast<std::uint32_t>(text.size())});
      sign_text(text, out);
      add_windows(options, first, out);
      release_if_large(halves_);
      release_if_large(tokens_);
    }
    ++out.documents;
  }
}

void RepeatSigner::sign_text(std::string_view text, RepeatBatch& out) {
  halves_.clear();
  tokens_.clear();
  std::uint32_t number = 0;
  std::uint32_t behind_last = 0;  // where the previous sentence ends, with or without tokens
  bool awaits_gap = false;        // the previous sentence has tokens
  sentences_.for_each(text, [&](const Span& bytes, std::span<const std::uint64_t> tokens) {
    const SentenceGap gap = gap_of(text.substr(behind_last, bytes.begin - behind_last));
    if (awaits_gap) out.sentences.back().behind = gap;
    awaits_gap = !tokens.empty();
    if (awaits_gap) {
      out.sentences.push_back({bytes, number, number == 0 ? SentenceGap{} : gap, SentenceGap{}});
      sign_sentence(tokens);
    }
    behind_last = bytes.end;
    ++number;
  });
}

void RepeatSigner::sign_sentence(std::span<const std::uint64_t> tokens) {
  const Fingerprint fingerprint = sequence_fingerprint(tokens);
  halves_.push_back(fingerprint.low);
  halves_.push_back(fingerprint.high);
  tokens_.push_back(static_cast<std::uint32_t>(tokens.size()));
}

/// Adds the windows of the text that was signed last; `first` is its first sentence.
void RepeatSigner::add_windows(const RepeatOptions& options, std::size_t first, RepeatBatch& out) const {
  const std::size_t size = options.min_sentences;
  const std::span<const std::uint64_t> halves = halves_;
  std::uint64_t tokens = 0;  // of the last window of sentences
  for (std::size_t end = 1; end <= tokens_.size(); ++end) {
    tokens += tokens_[end - 1];
    if (end > size) tokens -= tokens_[end - size - 1];
    if (end < size || tokens < options.min_tokens) continue;
    const std::size_t begin = end - size;
    out.windows.push_back({sequence_fingerprint(halves.subspan(2 * begin, 2 * size)), first + begin});
  }
}

}  // namespace cento
