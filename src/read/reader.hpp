#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "read/document.hpp"
#include "read/input.hpp"

namespace cento {

/// How files become documents. The same names are used on the command line.
struct ReadOptions {
  std::string format;  // name of a format in the table of formats.hpp; empty: by content and extension
  std::vector<std::string> text_fields;  // JSONL, CSV: fields that become parts, in this order; empty: the usual names
  std::string id_field;                  // JSONL, CSV: field that holds the id; empty: the usual names
  std::string split;                     // plain text: "", "lines", "paragraphs" or a regular expression that separates
  std::string charset;                   // text and HTML: converts from this charset whatever the input says
  std::uint64_t max_document_bytes = std::uint64_t{64} << 20;  // a larger record or text is rejected, never cut
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;         // what readers may hold in memory for themselves
  std::string temp_dir;                                        // where readers that need it spool; empty: the system's
  /// Shared by all copies of these options: what one reading finds out counts for the next. Not for pipes, which cannot
  /// be read again: they are checked before use.
  std::shared_ptr<DamageCheck> damage_check = std::make_shared<DamageCheck>(DamageCheck::while_used);
  bool as_it_comes = false;  // JSONL: lines are read once they are there, not in blocks of a size; for slow pipes
};

/// Turns one input of one format into documents, in two steps so that the second can run on many threads.
class Reader {
 public:
  explicit Reader(const ReadOptions& options) : options_(options) {}
  virtual ~Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Cuts the next whole records, about kBlockBytes of them or one that is larger, off `in` into `batch.block`.
  /// Sequential and cheap. What cannot be cut (a record over the size limit, a torn one) goes to batch.rejected.
  /// False when the input is used up and nothing was put into the batch.
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
