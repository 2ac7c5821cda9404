#pragma once

#include <functional>
#include <memory>
#include <span>

#include "index/digest.hpp"
#include "index/index_options.hpp"
#include "read/document.hpp"
#include "sign/words/document_frequencies.hpp"
#include "text/analyzed_document.hpp"

namespace cento {

/// Makes digests of documents. The methods define what they contain; the index stores them. One object per thread.
class Digester {
 public:
  virtual ~Digester() = default;

  /// Appends the digest of a document to `out`.
  virtual void add(AnalyzedDocument& document, DigestBatch& out) = 0;
  void add(std::span<const Part> parts, DigestBatch& out) {
    analyzed_.set(parts);
    add(analyzed_, out);
  }

 private:
  AnalyzedDocument analyzed_;
};

/// Makes a digester for an index with these options and statistics (null: none), which must outlive it. Throws
/// UsageError when the options ask for something that is not available.
using DigesterFactory =
    std::function<std::unique_ptr<Digester>(const IndexOptions& options, const DocumentFrequencies* statistics)>;

}  // namespace cento
