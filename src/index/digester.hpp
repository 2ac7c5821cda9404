#pragma once

#include <functional>
#include <memory>
#include <span>

#include "index/digest.hpp"
#include "index/index_options.hpp"
#include "read/document.hpp"
#include "sign/document_frequencies.hpp"

namespace cento {

/// Makes digests of documents. What they hold is a matter of the methods; the index keeps them. One object for each
/// thread.
class Digester {
 public:
  virtual ~Digester() = default;

  /// Appends the digest of a document with these parts to `out`.
  virtual void add(std::span<const Part> parts, DigestBatch& out) = 0;
};

/// Makes a digester for an index with these options and statistics (null: none), which outlive it. Throws UsageError
/// when the options ask for what is not there.
using DigesterFactory =
    std::function<std::unique_ptr<Digester>(const IndexOptions& options, const DocumentFrequencies* statistics)>;

}  // namespace cento
