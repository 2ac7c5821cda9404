#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "cento/options.hpp"
#include "cento/records.hpp"
#include "cento/source.hpp"
#include "cento/visible.hpp"

namespace cento {

/// A part of a document, such as its title.
struct PartRecord {
  std::string_view name;
  std::string_view text;  // UTF-8: what spans of records count the bytes of
};

/// A document as it was read.
struct DocumentRecord {
  NamedDocument document;  // always with its place
  std::span<const PartRecord> parts;
  std::string_view metadata;  // the text of a JSON object
};

/// Reads all documents of a source, in order: `use` gets one at a time, from one thread. Throws Error, UsageError,
/// Stopped.
CENTO_VISIBLE JobSummary read(const Source& source, const std::function<void(const DocumentRecord&)>& use,
                              const RunOptions& run = {});

}  // namespace cento
