#pragma once

#include <span>
#include <string>
#include <string_view>

#include "read/document.hpp"
#include "text/analysis.hpp"

namespace cento {

/// A way to show documents.
struct DocumentView {
  std::string_view name;
  /// Appends a document; `analyzed` holds one element per part. Null: nothing is shown.
  void (*append)(std::string& out, const Document& document, std::span<const AnalyzedText> analyzed);
};

/// text, sentences, tokens, json and none.
[[nodiscard]] std::span<const DocumentView> document_views();

/// The view of this name. Throws UsageError when there is none.
[[nodiscard]] const DocumentView& document_view(std::string_view name);

}  // namespace cento
