#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "index/digest.hpp"
#include "index/index_options.hpp"
#include "methods/forum/forum_record.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// The model by which an index compares threads; nothing if it has none. Throws Error when the options cannot be read.
[[nodiscard]] std::optional<ForumModel> forum_model_of(const IndexOptions& options);

/// The model as stored in the options of an index: on one line.
[[nodiscard]] std::string forum_options(const ForumModel& model);

/// What an index of threads keeps of each: its record, and keys of its features.
class ForumDigester {
 public:
  /// Throws as ForumRecordMaker does.
  ForumDigester(const ForumModel& model, const DocumentFrequencies* tokens)
      : maker_(model, tokens), record_(model.parts.size(), maker_.fields().size()) {}

  void add(const AnalyzedDocument& document, std::uint32_t number, DigestBatch& out);

 private:
  ForumRecordMaker maker_;
  ForumRecord record_;
};

}  // namespace cento
