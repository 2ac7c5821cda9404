#pragma once

#include <cstdint>
#include <string>

#include "read/document.hpp"
#include "read/input_list.hpp"

namespace cento {

/// What one batch, table or complaint says of the input it came from.
struct YieldedBatch {
  std::size_t file = 0;            // number in the list of inputs
  std::uint64_t documents = 0;     // or tables that somebody takes
  bool has_other_content = false;  // that gives no document: bad records, records without text, an unknown format
  std::string problem = {};        // the first, as a sentence; empty if nothing was wrong
};

/// Watches that everything the user named gives documents: a file or folder that has content and gives none is an
/// Error, for example when --text-field names a field that no record has. An empty file is not.
class InputYield {
 public:
  explicit InputYield(const InputList& inputs) : inputs_(inputs) {}

  /// Takes batches in input order. Throws Error when all of an input before was read and gave no document.
  void note(const YieldedBatch& batch);

  /// To be called when all inputs were read to their end. Throws as note().
  void finish() { settle(); }

 private:
  void settle();

  const InputList& inputs_;
  std::size_t argument_ = 0;  // that is being read
  std::uint64_t documents_ = 0;
  bool has_other_content_ = false;
  std::string first_problem_;
};

}  // namespace cento
