#include "methods/blog/blog_signer.hpp"

#include <span>

namespace cento {

void BlogSigner::sign(const DocumentBatch& batch, SignedBlogSentences& out) {
  for (const Document& document : batch.documents) {
    const std::size_t before = out.fingerprints.size();
    for (std::uint32_t part = 0; part < document.parts.size(); ++part) {
      sign_part(document.parts[part].text, part, out);
    }
    out.sizes.push_back(static_cast<std::uint32_t>(out.fingerprints.size() - before));
  }
}

void BlogSigner::sign_part(std::string_view text, std::uint32_t part, SignedBlogSentences& out) {
  std::uint32_t number = 0;
  sentences_.for_each(text, [&](const Span& bytes, std::span<const std::uint64_t> tokens) {
    Fingerprint fingerprint;
    TokenRange range;
    range.hashes = tokens;
    if (words_.sign(range, fingerprint)) {
      out.fingerprints.push_back(fingerprint);
      out.sentences.push_back({part, number, bytes});
    } else {
      ++out.without_fingerprint;
    }
    ++number;
  });
}

}  // namespace cento
