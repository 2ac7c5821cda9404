#include "text/analyzed_document.hpp"

namespace cento {

void AnalyzedDocument::set(std::span<const Part> parts) {
  parts_ = parts;
  std::size_t bytes = 0;
  for (const Part& part : parts) bytes += part.text.size();
  is_kept_ = bytes <= kKeptBytes;
  for (AnalyzedText& analyzed : analyzed_) release_if_large(analyzed);
  if (!is_kept_) return;
  if (analyzed_.size() < parts.size()) analyzed_.resize(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) analyzer_.analyze(parts[i].text, analyzed_[i]);
}

}  // namespace cento
