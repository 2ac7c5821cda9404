#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cento/file_options.hpp"
#include "read/document.hpp"
#include "read/input/group_range.hpp"
#include "read/input/input.hpp"

namespace cento {

/// How files become documents, and with what.
struct ReadOptions : FileOptions {
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // what readers may hold in memory for themselves
  std::string temp_dir;                                 // for readers that spool; empty: the system's default
  /// Shared by all copies of these options: what one reading finds out applies to the next. Not for pipes, which cannot
  /// be read again: they are checked before use.
  std::shared_ptr<DamageCheck> damage_check = std::make_shared<DamageCheck>(DamageCheck::while_used);
  GroupRange groups = {};    // of a table: which of its groups of rows are read
  bool as_it_comes = false;  // JSONL: lines are read as they arrive, not in full blocks; for slow pipes
};

/// Turns one input of one format into documents, in two steps so that the second can run on many threads.
class Reader {
 public:
  explicit Reader(const ReadOptions& options) : options_(options) {}
  virtual ~Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Cuts the next whole records, about kBlockBytes of them or a larger one, off `in` into `batch.block`. Sequential
  /// and cheap. What cannot be cut (a record over the size limit, an incomplete one) goes to batch.rejected. False when
  /// the input is used up and nothing was added to the batch.
  virtual bool cut(Input& in, DocumentBatch& batch) = 0;

  /// Turns `batch.block` into `batch.documents`. Pure: no I/O, no state; called from any thread, blocks in any order.
  virtual void parse(DocumentBatch& batch) const = 0;

 protected:
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 18;

  [[nodiscard]] const ReadOptions& options() const { return options_; }

 private:
  ReadOptions options_;
};

}  // namespace cento
