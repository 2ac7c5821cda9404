#pragma once

#include <cstdint>
#include <string>

#include "core/reporter.hpp"
#include "read/document.hpp"
#include "read/input/input_list.hpp"

namespace cento {

/// What one batch, table or problem says about the input it came from.
struct YieldedBatch {
  std::size_t file = 0;            // number in the list of inputs
  std::uint64_t documents = 0;     // or tables that the step takes
  bool has_other_content = false;  // without documents: bad records, records without text, an unknown format
  std::string problem = {};        // the first, as a sentence; empty if nothing was wrong
};

/// Checks that everything the user named yields documents: a file or folder that has content but yields none is an
/// Error, for example when --text-field names a field that no record has. An empty file is not. The rejects file, which
/// says why, is complete by then.
class InputYield {
 public:
  InputYield(const InputList& inputs, Reporter& reporter) : inputs_(inputs), reporter_(reporter) {}

  /// Takes batches in input order. Throws Error when a previous input is complete and yielded no documents.
  void note(const YieldedBatch& batch);

  /// Call it when all inputs were read to their end. Throws as note() does.
  void finish() { settle(); }

 private:
  void settle();
  [[nodiscard]] std::string reason(const std::string& argument) const;

  const InputList& inputs_;
  Reporter& reporter_;
  std::size_t argument_ = 0;  // the one being read
  std::uint64_t documents_ = 0;
  bool has_other_content_ = false;
  std::string first_problem_;
};

}  // namespace cento
