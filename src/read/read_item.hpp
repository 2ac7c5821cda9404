#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cento/passed_on.hpp"
#include "read/document.hpp"
#include "read/input/input.hpp"
#include "read/reader.hpp"

namespace cento {

/// A batch on its way through the steps of reading a collection, and what it needs. Used by read_batches() alone.
struct ReadItem {
  explicit ReadItem(const std::shared_ptr<BytePool>& pool) : batch(pool) {}

  DocumentBatch batch;
  std::shared_ptr<Reader> reader;  // null: nothing to parse
  std::unique_ptr<PassedOn> made;  // what the step made of the batch
  std::uint64_t block_bytes = 0;   // size of the batch's block when it was cut

  std::size_t file = 0;               // number in the list of inputs
  std::vector<std::uint64_t> gaps;    // gaps of the input, from the block on
  bool is_of_unknown_format = false;  // the file's format is unknown, which is not an error

  std::string skipped_file;  // one of the first few of unknown format

  const Format* table_format = nullptr;  // set for a table, which is read when its turn comes
  std::unique_ptr<Input> table;

  void clear() {
    batch.clear();
    reader.reset();
    made.reset();
    skipped_file.clear();
    gaps.clear();
    is_of_unknown_format = false;
    table_format = nullptr;
    table.reset();
  }
};

}  // namespace cento
