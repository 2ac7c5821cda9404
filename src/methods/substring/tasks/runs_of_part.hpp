#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/spill/task_exchange.hpp"
#include "methods/substring/substring_signer.hpp"
#include "methods/substring/tasks/run_records.hpp"

namespace cento {

/// Collects the signed documents of a part in their order, and stores them for its tasks: `texts`, `stretches` and
/// `tokens`. Sends `run_documents` to the groups, and counts `token_numbers`.
class RunsOfPartWriter {
 public:
  void add(const SignedRuns& batch);
  void finish(std::size_t groups, TaskOutput& out);

 private:
  void add_document(const SignedDocument& document, const SignedPart* parts);
  void add_chunk(const TokenChunk& chunk);

  std::uint32_t documents_ = 0;
  std::uint64_t token_numbers_ = 0;
  std::vector<RunText> texts_;
  std::vector<RunDocument> with_texts_;
  std::vector<std::string> stretch_blocks_;
  std::vector<std::string> token_blocks_;
};

}  // namespace cento
