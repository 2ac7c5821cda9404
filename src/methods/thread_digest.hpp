#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "index/digest.hpp"
#include "index/index_options.hpp"
#include "methods/thread_record.hpp"
#include "sign/document_frequencies.hpp"

namespace cento {

/// How an index compares threads; nothing if it keeps none. Throws Error when the options cannot be read.
[[nodiscard]] std::optional<ThreadModel> thread_model_of(const IndexOptions& options);

/// The model as options of an index have it: on one line.
[[nodiscard]] std::string thread_options(const ThreadModel& model);

/// What an index of threads keeps of each: its record, and keys of its features.
class ThreadDigester {
 public:
  /// Throws as ThreadRecordMaker does.
  ThreadDigester(const ThreadModel& model, const DocumentFrequencies* tokens)
      : maker_(model, tokens), record_(model.parts.size(), maker_.fields().size()) {}

  void add(std::span<const Part> parts, std::uint32_t document, DigestBatch& out);

 private:
  ThreadRecordMaker maker_;
  ThreadRecord record_;
};

}  // namespace cento
